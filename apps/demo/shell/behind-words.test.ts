import { expect, it } from "vitest";
import { behindWords } from "./behind-words.ts";

it("says how far index and vectors are, the index first", () => {
  const embedding = { state: "embedding", done: 12, total: 30 } as const;
  expect(behindWords({ embedding })?.short).toBe("Embedding 12 of 30");
  expect(behindWords({ embedding, index: { state: "rebuilding", done: 1, total: 4 } })?.short).toBe(
    "Index 1 of 4",
  );
  expect(behindWords({ embedding: { ...embedding, state: "failing" } })?.long).toContain("tried again");
});

it("says nothing when all is done", () => {
  expect(behindWords({})).toBeUndefined();
  expect(behindWords({ embedding: null, index: { state: "ready", done: 0, total: 0 } })).toBeUndefined();
  expect(behindWords({ embedding: { state: "ready", done: 0, total: 0 } })).toBeUndefined();
});
