import { describe, expect, it } from "vitest";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit } from "./chunk-index.ts";
import { closeLook, type RankedTerm, rank } from "./rank.ts";

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

  it("prefers terms that stand together over the same terms scattered", () => {
    const scattered = hit("scattered", 5, "heat a b c d e f g h i j transfer k l");
    const together = hit("together", 5, "a b c d e f g heat transfer h i j k l");
    expect(ids([scattered, together], "heat transfer")).toEqual(["together", "scattered"]);
  });

  describe("hits that stand beside each other in a file", () => {
    const at = (position: number, score: number, fileId = "long") =>
      hit(`${fileId} ${position}`, score, `heat word${position}${fileId}`, { fileId, position });
    const order = (...hits: ChunkHit[]) => ids(hits, "heat");

    it("raise each other above a chunk of the file that stands alone", () => {
      expect(order(at(20, 5), at(4, 4.9), at(5, 4.8), at(6, 4.7), at(30, 3))).toEqual([
        "long 5",
        "long 4",
        "long 6",
        "long 20",
        "long 30",
      ]);
    });

    it("do not raise their file above another", () => {
      const hits = [at(0, 5, "other"), at(4, 4.9), at(5, 4.8), at(6, 4.7), at(30, 3)];
      expect(order(...hits)[0]).toBe("other 0");
    });

    it("count for nothing in a file of two chunks", () => {
      const two = [at(0, 4.9, "short"), at(1, 4.8, "short"), at(7, 3)];
      const alone = [at(0, 4.9, "short"), at(1, 4.8, "other"), at(7, 3)];
      const scoresOf = (hits: ChunkHit[]) => rank(hits, terms("heat")).map(({ score }) => score);
      expect(scoresOf(two)).toEqual(scoresOf(alone));
    });
  });

  describe("when many hits are nearly as good as the first", () => {
    const best = Array.from({ length: 8 }, (_, at) =>
      hit(`b${at}`, 9, `wing slipstream propeller load b${at}`),
    );
    const alike = hit("alike", 8, "wing slipstream propeller spanwise theory");
    const apart = hit("apart", 8.1, "wing mirror furniture castle garden");
    const long = "wing lift drag spar rib flap tail nose";
    const placesOf = (first: ChunkHit[], others: ChunkHit[], query = long) => {
      const order = ids([...first, apart, alike, ...others], query);
      return { alike: order.indexOf("alike"), apart: order.indexOf("apart") };
    };

    it("lifts a hit that shares their vocabulary above one that does not", () => {
      const places = placesOf(
        best,
        Array.from({ length: 30 }, (_, at) => hit(`o${at}`, 7, `wing other${at} x`)),
      );
      expect(places.alike).toBeLessThan(places.apart);
    });

    it("learns nothing from the hits of a short query", () => {
      const others = Array.from({ length: 30 }, (_, at) => hit(`o${at}`, 7, `wing other${at} x`));
      const places = placesOf(best, others, "wing lift drag");
      expect(places.alike).toBeGreaterThan(places.apart);
    });

    it("learns nothing when the first pass was sure", () => {
      const sure = hit("sure", 40, "wing slipstream propeller load lift");
      const places = placesOf(
        [sure],
        Array.from({ length: 30 }, (_, at) => hit(`o${at}`, 7, `wing other${at} x`)),
      );
      expect(places.alike).toBeGreaterThan(places.apart);
    });
  });

  it("has the same first hits for a longer list, and never a better score after a worse one", () => {
    const hits = Array.from({ length: 400 }, (_, at) =>
      hit(`${at}`, 9 - at / 100, `wing ${at % 3 ? "lift" : "drag"} t${at % 7} u${at % 11} v${at % 50}`),
    );
    const ranked = rank(hits, terms("wing lift"));
    expect(ids(hits.slice(0, closeLook), "wing lift")).toEqual(
      ranked.slice(0, closeLook).map(({ hit: { chunkId } }) => chunkId),
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
