import { describe, expect, it } from "vitest";
import type { PartResult } from "../merge-values.ts";
import { mergeParts } from "./merge-parts.ts";

/** A part whose values at these paths stand in its document. */
const part = (value: unknown, ...paths: string[]): PartResult => ({
  value,
  places: paths.map((path) => ({ path, fileId: "f", elementId: `e${path}`, text: "x" })),
});

describe("where parts differ", () => {
  it("the value counts that its part holds word for word", () => {
    expect(mergeParts([part({ a: "x" }), part({ a: "x" }), part({ a: "y" }, "/a")]).value).toEqual({
      a: "y",
    });
  });

  it("then the one that most parts gave, then the first", () => {
    expect(mergeParts([part({ a: "x" }), part({ a: "y" }), part({ a: " Y" })]).value).toEqual({ a: "y" });
    expect(mergeParts([part({ a: "x" }), part({ a: "y" })]).value).toEqual({ a: "x" });
  });

  it("null never wins", () => {
    expect(mergeParts([part({ a: null, b: [] }), part({ a: 0, b: null }), part(null)]).value).toEqual({
      a: 0,
      b: [],
    });
  });
});

describe("lists", () => {
  it("are joined, and their evidence follows", () => {
    const { value, places } = mergeParts([
      part({ rows: [{ n: "one" }, { n: "two" }] }, "/rows/1/n"),
      part({ rows: [{ n: "Two", m: 2 }, { n: "three" }] }, "/rows/0/m", "/rows/1/n"),
    ]);
    expect(value).toEqual({ rows: [{ n: "one" }, { n: "Two", m: 2 }, { n: "three" }] });
    expect(places.map(({ path, elementId }) => [path, elementId])).toEqual([
      ["/rows/1/m", "e/rows/0/m"],
      ["/rows/2/n", "e/rows/1/n"],
    ]);
  });

  it("keep rows that are equal within one part", () => {
    expect(mergeParts([part([1, 1]), part([1, 2])]).value).toEqual([1, 1, 2]);
  });
});

it("names like __proto__ and constructor are names", () => {
  const value = JSON.parse('{"constructor": "c", "__proto__": "p"}');
  expect(JSON.stringify(mergeParts([part(value), part({})]).value)).toBe(
    '{"constructor":"c","__proto__":"p"}',
  );
});
