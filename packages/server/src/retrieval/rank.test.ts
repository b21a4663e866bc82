import { describe, expect, it } from "vitest";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit } from "./chunk-index.ts";
import { type RankedTerm, rank, sampledHits } from "./rank.ts";

const hit = (chunkId: string, score: number, text: string, place: Partial<ChunkHit> = {}): ChunkHit => ({
  chunkId,
  fileId: "f",
  position: 0,
  score,
  termHashes: Uint32Array.from(text.split(" ").map(hashTerm)),
  ...place,
});

const terms = (query: string): RankedTerm[] =>
  query.split(" ").map((term) => ({ hashes: [hashTerm(term)], weight: 1, credit: 1 }));

const ids = (hits: ChunkHit[], query: string) => rank(hits, terms(query)).map((ranked) => ranked.hit.chunkId);

describe("rank", () => {
  it("answers nothing for nothing", () => {
    expect(rank([], terms("word"))).toEqual([]);
  });

  it("has the same first hits for a longer list, and never a better score after a worse one", () => {
    const hits = Array.from({ length: 400 }, (_, at) =>
      hit(`${at}`, 9 - at / 100, `wing ${at % 3 ? "lift" : "drag"} t${at % 7} u${at % 11} v${at % 50}`),
    );
    const ranked = rank(hits, terms("wing lift"));
    expect(ids(hits.slice(0, sampledHits), "wing lift")).toEqual(
      ranked.slice(0, sampledHits).map(({ hit: { chunkId } }) => chunkId),
    );
    expect(ranked.map(({ score }) => score)).toEqual(
      ranked.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  it("keeps a hit that is far ahead in front", () => {
    const best = hit("best", 20, "exact answer alone");
    const crowd = Array.from({ length: 20 }, (_, at) => hit(`c${at}`, 6, "exact crowd theme topic subject"));
    expect(ids([best, ...crowd], "exact answer")[0]).toBe("best");
  });

  it("scores the best hit by the share of the query it covers, and none above it", () => {
    const full = rank([hit("a", 5, "red green blue")], terms("red green blue"));
    expect(full[0]?.score).toBeCloseTo(1);
    const third = rank([hit("a", 5, "red x y"), hit("b", 4, "red z w")], terms("red green blue"));
    expect(third[0]?.score).toBeGreaterThan(0);
    expect(third[0]?.score).toBeLessThan(0.34);
    expect(third[1]?.score).toBeLessThanOrEqual(third[0]?.score ?? 0);
  });

  it("orders equal hits by file, then position", () => {
    const same = [
      hit("3", 2, "same words", { fileId: "b", position: 0 }),
      hit("2", 2, "same words", { fileId: "a", position: 9 }),
      hit("1", 2, "same words", { fileId: "a", position: 3 }),
    ];
    expect(ids(same, "same words")).toEqual(["1", "2", "3"]);
    expect(ids(same.toReversed(), "same words")).toEqual(["1", "2", "3"]);
  });
});
