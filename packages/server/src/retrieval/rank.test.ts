import { describe, expect, it } from "vitest";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit } from "./chunk-index.ts";
import { rank } from "./rank.ts";

const hit = (chunkId: string, score: number, text: string, place: Partial<ChunkHit> = {}): ChunkHit => ({
  chunkId,
  fileId: "f",
  position: 0,
  score,
  termHashes: Uint32Array.from(text.split(" ").map(hashTerm)),
  ...place,
});

const ids = (hits: ChunkHit[], query: string) =>
  rank(hits, query.split(" ")).map((ranked) => ranked.hit.chunkId);

describe("rank", () => {
  it("answers nothing for nothing", () => {
    expect(rank([], ["word"])).toEqual([]);
  });

  it("prefers terms that stand together over the same terms scattered", () => {
    const scattered = hit("scattered", 5, "heat a b c d e f g h i j transfer k l");
    const together = hit("together", 5, "a b c d e f g heat transfer h i j k l");
    expect(ids([scattered, together], "heat transfer")).toEqual(["together", "scattered"]);
  });

  it("lifts a hit that shares the vocabulary of the best ones above one that does not", () => {
    const best = hit("best", 9, "wing lift slipstream propeller spanwise load");
    const alike = hit("alike", 3, "wing slipstream propeller spanwise theory");
    const apart = hit("apart", 3.1, "wing mirror furniture castle garden");
    const others = Array.from({ length: 30 }, (_, at) =>
      hit(`o${at}`, 1, `wing other${at} thing${at} filler${at} x`),
    );
    expect(ids([best, apart, alike, ...others], "wing lift").slice(0, 2)).toEqual(["best", "alike"]);
  });

  it("keeps a hit that is far ahead in front", () => {
    const best = hit("best", 20, "exact answer alone");
    const crowd = Array.from({ length: 20 }, (_, at) => hit(`c${at}`, 6, "exact crowd theme topic subject"));
    expect(ids([best, ...crowd], "exact answer")[0]).toBe("best");
  });

  it("scores the best hit by the share of the query it covers, and none above it", () => {
    const full = rank([hit("a", 5, "red green blue")], ["red", "green", "blue"]);
    expect(full[0]?.score).toBeCloseTo(1);
    const third = rank([hit("a", 5, "red x y"), hit("b", 4, "red z w")], ["red", "green", "blue"]);
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
