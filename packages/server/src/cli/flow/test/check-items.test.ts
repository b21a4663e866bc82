import { describe, expect, test } from "vitest";
import { diffItems, missingFrom } from "./check-items.ts";
import { measureItems } from "./measure-items.ts";

const item = (content: string, source = "a.md", score: number | null = null) => ({
  content,
  source,
  page: null,
  score,
});
const nothing = { contains: [], source: [], minScore: undefined, minItems: undefined, maxItems: undefined };

describe("what items lack", () => {
  test("counts them, and takes the best score", () => {
    const items = [item("one", "a.md", 0.2), item("two", "a.md", 0.6)];
    expect(missingFrom(items, { ...nothing, minScore: 0.6, minItems: 2, maxItems: 2 })).toEqual([]);
    expect(missingFrom(items, { ...nothing, minScore: 0.7, minItems: 3, maxItems: 1 })).toEqual([
      "the best score is 0.600, not 0.7 or more",
      "2 items, not 3 or more",
      "2 items, not 1 or fewer",
    ]);
    expect(missingFrom([item("one")], { ...nothing, minScore: 0 })).toEqual([
      "the best score is unknown, not 0 or more",
    ]);
  });

  test("a diff names what came and went, else another order", () => {
    const [one, two, three] = [item("one"), item("two"), item("three")];
    expect(diffItems([one, two], [two, three])).toEqual(["- a.md: one", "+ a.md: three"]);
    expect(diffItems([one, two], [two, one])).toEqual(["~ the same items in another order"]);
    expect(diffItems([one, two], [one, two])).toEqual([]);
  });
});

describe("how well items serve what is expected", () => {
  test.each([
    [
      "all of it, in front",
      [item("right"), item("wrong", "b.md")],
      { contains: ["right"], source: [] },
      [0.5, 1, 1],
    ],
    [
      "all of it, in the second place",
      [item("wrong", "b.md"), item("right")],
      { contains: ["right"], source: [] },
      [0.5, 1, 0.631],
    ],
    [
      "two sources, both in front",
      [item("x", "a.md"), item("y", "b.md")],
      { contains: [], source: ["a.md", "b.md"] },
      [1, 1, 1],
    ],
    ["one of two sources", [item("x", "a.md")], { contains: [], source: ["a.md", "b.md"] }, [1, 0.5, 0.613]],
    [
      "a text and its source in one item, after another of the source",
      [item("x"), item("right")],
      { contains: ["right"], source: ["a.md"] },
      [0.5, 1, 1],
    ],
    ["nothing", [], { contains: ["right"], source: [] }, [0, 0, 0]],
  ])("%s", (_what, items, expected, [precision, recall, ndcg]) => {
    const measures = measureItems(items, expected);
    expect(measures?.precision).toBeCloseTo(precision as number, 3);
    expect(measures?.recall).toBeCloseTo(recall as number, 3);
    expect(measures?.ndcg).toBeCloseTo(ndcg as number, 3);
  });

  test("is unknown where nothing is expected", () => {
    expect(measureItems([item("x")], { contains: [], source: [] })).toBeNull();
  });
});
