import { expect, test } from "vitest";
import { benchmarksOf } from "./run-benchmarks.mjs";

const files = [
  "retrieval.ts",
  "ingest.ts",
  "ingest.test.ts",
  "vitest.config.ts",
  "package.json",
  "ingest-memory.ts",
];

test("every benchmark, in order, without tests and settings", () => {
  expect(benchmarksOf(files, [])).toEqual(["ingest-memory.ts", "ingest.ts", "retrieval.ts"]);
});

test("by part of a name", () => {
  expect(benchmarksOf(files, ["memory", "retr"])).toEqual(["ingest-memory.ts", "retrieval.ts"]);
  expect(benchmarksOf(files, ["nothing"])).toEqual([]);
});
