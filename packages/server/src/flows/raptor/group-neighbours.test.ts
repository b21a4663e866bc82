import { describe, expect, it } from "vitest";
import { groupNeighbours, type Space } from "./group-neighbours.ts";

/** Numbers that are alike when they are equal. */
const numbers: Space<number> = {
  likeness: (one, other) => (one === other ? 1 : 0),
  centre: ([first = 0]) => first,
};

describe("grouping neighbours", () => {
  it("has borders where neighbours are least alike", () => {
    expect(groupNeighbours([1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3], numbers)).toEqual([3, 9, 13]);
  });

  it("has groups of 2 to 8, and leaves nobody out, however many there are", () => {
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 30;
    };
    for (let count = 2; count <= 200; count++) {
      const ends = groupNeighbours(Array.from({ length: count }, random), numbers);
      const sizes = ends.map((end, at) => end - (ends[at - 1] ?? 0));
      expect(ends.at(-1)).toBe(count);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
    }
  });

  it("has one group of a single member, and none of nothing", () => {
    expect(groupNeighbours([1], numbers)).toEqual([1]);
    expect(groupNeighbours([], numbers)).toEqual([]);
  });
});
