import { describe, expect, test } from "vitest";
import { createNearest, packWords } from "./near-words.ts";

const dimensions = 384;

/** A vector of length 1 whose numbers are spread as a bell, the same for the same word. */
function vectorOf(word: string): number[] {
  let state = [...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const values = Array.from({ length: dimensions }, () => next() + next() + next() + next() - 2);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
const wordsOf = (...texts: string[]) => ({ texts, vectors: Float32Array.from(texts.flatMap(vectorOf)) });

describe("the nearest words by their signs", () => {
  test("the same word lies at 1, others at 0", () => {
    const nearest = createNearest(wordsOf("pump", "seal"));
    const [pump = 0, seal = 0] = nearest(packWords(wordsOf("a", "pump", "leaks")));
    expect(pump).toBeCloseTo(1, 1);
    expect(Math.abs(seal)).toBeLessThan(0.2);
  });

  test("between them lies what is partly alike", () => {
    const mixed = vectorOf("pump").map((value, at) => 0.7 * value + 0.714 * (vectorOf("lake")[at] ?? 0));
    const [pump = 0] = createNearest(wordsOf("pump"))(
      packWords({ texts: ["mixed"], vectors: Float32Array.from(mixed) }),
    );
    expect(pump).toBeGreaterThan(0.6);
    expect(pump).toBeLessThan(0.8);
  });

  test("a text without words is near to none, and a question without words asks for none", () => {
    expect(createNearest(wordsOf("pump"))(packWords(wordsOf()))).toEqual([-1]);
    expect(createNearest(wordsOf())(packWords(wordsOf("pump")))).toEqual([]);
  });
});
