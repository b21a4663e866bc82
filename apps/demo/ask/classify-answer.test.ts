import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { classifyAnswer } from "./classify-answer.ts";

const example = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../../spec/examples/${name}`, import.meta.url), "utf8"));

it("knows the service's refusals", async () => {
  const { answer, citations } = await example("askSources.200.not-grounded.json");
  expect(classifyAnswer(answer, citations)).toEqual({ kind: "silent", rest: "" });
  expect(classifyAnswer("The sources do not contain an answer to this question.", [])).toEqual({
    kind: "silent",
    rest: "",
  });
});

it("keeps what is said beside a refusal", () => {
  expect(classifyAnswer("The sources do not say. They name no company.[1]", [{ index: 1 }])).toEqual({
    kind: "silent",
    rest: "They name no company.[1]",
  });
});

it("tells words that stand on sources from words that do not", async () => {
  const { answer, citations } = await example("askSources.200.json");
  expect(classifyAnswer(answer, citations).kind).toBe("answered");
  expect(classifyAnswer("Hello.", []).kind).toBe("unfounded");
});
