import { describe, expect, test } from "vitest";
import { type Comparison, meantLabels } from "./meant-labels.ts";

const property = (cosines: number[], given: Partial<Comparison> = {}): Comparison => ({
  cosines,
  fits: cosines.map(() => true),
  isText: false,
  ...given,
});

describe("which label a property means", () => {
  test("the one that is far ahead of the next", () => {
    const [found] = meantLabels([property([0.2, 0.7, 0.3])], 0.4);
    expect(found).toMatchObject({ property: 0, label: 1 });
    expect(found?.certainty).toBeGreaterThan(0.8);
  });

  test("none, where two are as near", () => {
    expect(meantLabels([property([0.6, 0.61])], 0.4)).toEqual([]);
  });

  test("the further one, where the value at the nearest does not fit", () => {
    expect(meantLabels([property([0.8, 0.6], { fits: [false, true] })], 0.4)).toMatchObject([{ label: 1 }]);
  });

  test("none, where the only one is no nearer than unrelated texts are", () => {
    expect(meantLabels([property([0.2])], 0.4)).toEqual([]);
  });

  test("none, where the label is nearer to another property, also to one that has its value", () => {
    const other = property([0.95], { fits: [false] });
    expect(meantLabels([property([0.4]), other], 0.4)).toEqual([]);
    expect(meantLabels([property([0.4])], 0.4)).toHaveLength(1);
  });

  test("a text has to be further ahead, because any value is one", () => {
    expect(meantLabels([property([0.5])], 0.4)).toHaveLength(1);
    expect(meantLabels([property([0.5], { isText: true })], 0.4)).toEqual([]);
  });

  test("a label goes to one property, the most certain", () => {
    const found = meantLabels([property([0.7, 0.2]), property([0.72, 0.2])], 0.1);
    expect(found.filter(({ label }) => label === 0)).toMatchObject([{ property: 1 }]);
  });
});
