import { expect, it } from "vitest";
import type { Candidate, CandidateSource } from "./candidate-source.ts";
import { fuse } from "./fuse.ts";
import { createHybridCandidates } from "./hybrid-candidates.ts";

const list = (scores: Record<string, number>): Candidate[] =>
  Object.entries(scores).map(([chunkId, score]) => ({ chunkId, score }));
const ids = (candidates: Candidate[]) => candidates.map(({ chunkId }) => chunkId);

it("puts what both lists find good before what one of them finds best", () => {
  const byWords = list({ a: 0.9, b: 0.8, c: 0.1 });
  const byMeaning = list({ d: 0.7, b: 0.6, e: 0.1 });
  expect(ids(fuse(byWords, byMeaning))[0]).toBe("b");
  expect(ids(fuse(byWords, byMeaning)).sort()).toEqual(["a", "b", "c", "d", "e"]);
});

it("adds what both lists give: half good in each comes before good in one alone", () => {
  const byWords = list({ x: 1, both: 0.5, low: 0 });
  const byMeaning = list({ y: 1, both: 0.99, low: 0 });
  // By the better score alone `x` would be first, with .65 against .35.
  expect(ids(fuse(byWords, byMeaning))[0]).toBe("both");
});

it("weighs by how far scores lie apart, not by ranks", () => {
  const byWords = list({ a: 0.9, b: 0.89, c: 0.1, d: 0 });
  const byMeaning = list({ c: 0.9, b: 0.2, a: 0.1, d: 0 });
  expect(ids(fuse(byWords, byMeaning))[0]).toBe("b");
  expect(ids(fuse(byWords, list({ c: 0.9, b: 0.2, a: 0.15, d: 0 })))[0]).toBe("b");
  expect(ids(fuse(list({ a: 0.9, b: 0.3, c: 0.1 }), list({ b: 0.9, a: 0.85, c: 0.1 })))[0]).toBe("a");
});

it("gives the best the better of the two best scores, and no score above it or below 0", () => {
  const fused = fuse(list({ a: 0.3, b: 0.2 }), list({ b: 0.1, c: 0.05 }));
  expect(fused[0]?.score).toBeCloseTo(0.3);
  expect(fused.every(({ score }) => score >= 0 && score <= 0.3)).toBe(true);
  expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).sort((a, b) => b - a));
});

it("takes lists of one, of equal scores and empty ones", () => {
  expect(fuse([], [])).toEqual([]);
  expect(fuse(list({ a: 0.4 }), [])).toEqual([{ chunkId: "a", score: 0.4 }]);
  expect(fuse(list({ a: 0, b: 0 }), list({ b: 0 })).map(({ score }) => score)).toEqual([0, 0]);
});

const sourceOf = (candidates: Candidate[]): CandidateSource => ({
  search: async (_query, _scope, limit) => candidates.slice(0, limit),
});
const never = new AbortController().signal;
const scope = { projectId: "p" };

it("has the same first candidates however many are asked for", async () => {
  const descending = (prefix: string) =>
    Array.from({ length: 500 }, (_, at) => ({ chunkId: `${prefix}${(at * 37) % 500}`, score: 1 / (at + 2) }));
  const hybrid = createHybridCandidates(
    sourceOf(descending("x")),
    sourceOf(
      descending("x")
        .reverse()
        .map((each, at) => ({ ...each, score: 1 / (at + 3) })),
    ),
  );
  const ten = await hybrid.search("q", scope, 10, never);
  expect(ten).toHaveLength(10);
  expect((await hybrid.search("q", scope, 300, never)).slice(0, 10)).toEqual(ten);
});

it("answers by words alone, with their scores, where nothing is found by meaning", async () => {
  const byWords = list({ a: 0.9, b: 0.5 });
  expect(await createHybridCandidates(sourceOf(byWords), sourceOf([])).search("q", scope, 10, never)).toEqual(
    byWords,
  );
});
