import { expect, it } from "vitest";
import type { Candidate, CandidateSource, MeaningSource } from "./candidate-source.ts";
import { fuse } from "./fuse.ts";
import { createHybridCandidates } from "./hybrid-candidates.ts";

const list = (sums: Record<string, number>): Candidate[] =>
  Object.entries(sums).map(([chunkId, sum]) => ({ chunkId, sum, score: Math.max(0, sum) }));
const ids = (candidates: Candidate[]) => candidates.map(({ chunkId }) => chunkId);

it("adds what the words say to the cosine", () => {
  const fused = fuse(list({ a: 0.4, b: 0.3 }), list({ d: 0.6, b: 0.5, a: 0.1 }));
  expect(ids(fused)).toEqual(["b", "d", "a"]);
});

it("takes a chunk without a vector to be as near as the middle one of those with the same words", () => {
  const words = list({ fresh: 0.4, a: 0.35, b: 0.3, c: 0.1 });
  expect(ids(fuse(words, list({ a: 0.5, b: 0.2, c: 0.1 })))).toEqual(["a", "fresh", "b", "c"]);
});

it("gives the best the better of the two best scores, and no score above it or below 0", () => {
  const fused = fuse(list({ a: 0.3, b: 0.2 }), list({ b: 0.1, c: 0.05, a: -0.4 }));
  expect(fused[0]?.score).toBeCloseTo(0.3);
  expect(fused.every(({ score }) => score >= 0 && score <= 0.3)).toBe(true);
  expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).sort((a, b) => b - a));
});

it("takes lists of one, of equal scores and empty ones", () => {
  expect(fuse([], [])).toEqual([]);
  expect(fuse(list({ a: 0.4 }), [])).toMatchObject([{ chunkId: "a", score: 0.4 }]);
  expect(fuse(list({ a: 0, b: 0 }), list({ b: 0 })).map(({ score }) => score)).toEqual([0, 0]);
});

const wordsOf = (candidates: Candidate[]): CandidateSource => ({
  search: async (_query, _scope, limit) => candidates.slice(0, limit),
});
/** Knows the cosine of each, and gives those beyond the limit only to who asks for them. */
const meaningOf = (candidates: Candidate[]): MeaningSource => ({
  search: async (_query, _scope, limit, _signal, chunkIds = []) =>
    candidates.filter(({ chunkId }, at) => at < limit || chunkIds.includes(chunkId)),
});
const never = new AbortController().signal;
const scope = { projectId: "p" };

it("has the same first candidates however many are asked for", async () => {
  const descending = Array.from({ length: 500 }, (_, at) => ({
    chunkId: `x${(at * 37) % 500}`,
    score: 1 / (at + 2),
    sum: 1 / (at + 2),
  }));
  const reversed = descending.toReversed().map((each, at) => ({ ...each, sum: 1 / (at + 3) }));
  const hybrid = createHybridCandidates(wordsOf(descending), meaningOf(reversed));
  const ten = await hybrid.search("q", scope, 10, never);
  expect(ten).toHaveLength(10);
  expect((await hybrid.search("q", scope, 300, never)).slice(0, 10)).toEqual(ten);
});

it("asks for the cosine of each chunk that was found by words, however far it is", async () => {
  const far = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`far${at}`, 0.5 - at / 1000]));
  const hybrid = createHybridCandidates(
    wordsOf(list({ a: 0.2, b: 0.19 })),
    meaningOf(list({ ...far, b: 0.09, a: 0.01 })),
  );
  const found = ids(await hybrid.search("q", scope, 500, never));
  expect(found.indexOf("b")).toBeLessThan(found.indexOf("a"));
});

it("answers by words alone, with their scores, where nothing is found by meaning", async () => {
  const byWords = list({ a: 0.9, b: 0.5 });
  expect(await createHybridCandidates(wordsOf(byWords), meaningOf([])).search("q", scope, 10, never)).toEqual(
    byWords,
  );
});
