import { describe, expect, it } from "vitest";
import { hashTerms } from "../../text/term-hash.ts";
import { termsOf } from "../../text/terms.ts";
import { chooseSentences } from "./choose-sentences.ts";
import { createWordVectors } from "./word-space.ts";

const choose = (...texts: string[]) => {
  const terms = texts.map((text) => hashTerms(termsOf(text)));
  const vectorOf = createWordVectors(terms);
  const sentences = texts.map((text, at) => ({ text, vector: vectorOf(terms[at] ?? []) }));
  return chooseSentences(sentences).map(({ text }) => text);
};

describe("choosing sentences", () => {
  const pilots = "Pilots guide large ships into the harbour.";
  const tides = "Tides decide when ships may leave again.";

  it("says nothing twice, and keeps the order", () => {
    expect(choose(pilots, tides, pilots)).toEqual([pilots, tides]);
    expect(choose(tides, pilots)).toEqual([tides, pilots]);
  });

  it("leaves out labels and tables, unless there is nothing else", () => {
    const table = "12 ".repeat(300);
    expect(choose("Chapter 1", pilots, table)).toEqual([pilots]);
    expect(choose("Chapter 1", table)).toEqual(["Chapter 1"]);
    expect(choose()).toEqual([]);
  });

  it("takes what is nearest to all when there is too much", () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `Ships of kind ${at} enter the harbour with pilots on board.`,
    );
    const stray = "Bread is baked in ovens by bakers early each morning.";
    const chosen = choose(stray, ...many);
    expect(chosen.join(" ").length).toBeLessThanOrEqual(600);
    expect(chosen.length).toBeGreaterThan(3);
    expect(chosen).not.toContain(stray);
  });
});
