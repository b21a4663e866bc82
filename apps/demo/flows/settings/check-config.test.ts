import { expect, it } from "vitest";
import { checkConfig, readTyped, withSetting } from "./check-config.ts";

it("says which bounds a number has", () => {
  expect(checkConfig("chunking", { chunkSize: 600, chunkOverlap: 60 })).toEqual({});
  expect(checkConfig("chunking", { chunkSize: 600, chunkOverlap: 700 })).toEqual({
    chunkOverlap: "Shared must be smaller than the size, 600.",
  });
  expect(checkConfig("chunking", { chunkSize: 0 }).chunkSize).toBe(
    "Size must be a whole number, between 1 and 1,000,000.",
  );
  expect(checkConfig("smart-rag", { topK: 2.5 }).topK).toBe("Passages must be a whole number, 1 or more.");
  expect(checkConfig("retrieval", { scoreThreshold: 1.5 }).scoreThreshold).toBe(
    "Lowest score must be a number, between 0 and 1.",
  );
  expect(checkConfig("reranking", { topK: null })).toEqual({});
  expect(checkConfig("reranking", { topK: "five" }).topK).toBe("Keeps must be a whole number, 1 or more.");
});

it("reads numbers as they are typed, and keeps what is none", () => {
  expect(readTyped(" 600 ", "default")).toBe(600);
  expect(readTyped("0,5", "default")).toBe(0.5);
  expect(readTyped("", "default")).toBeUndefined();
  expect(readTyped("", "all")).toBeNull();
  expect(readTyped("1e9", "all")).toBe("1e9");
});

it("leaves out a setting without a value", () => {
  expect(withSetting({ topK: 3, model: "m" }, "topK", undefined)).toEqual({ model: "m" });
  expect(withSetting({ promptId: "p1", prompt: "Short" }, "promptId", undefined)).toEqual({});
});
