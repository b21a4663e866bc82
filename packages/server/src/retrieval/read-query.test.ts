import { describe, expect, it } from "vitest";
import { readQuery } from "./read-query.ts";

const weightsOf = (text: string) =>
  Object.fromEntries(readQuery(text).terms.map(({ forms: [form = ""], weight }) => [form, weight]));

describe("a query", () => {
  it("weighs a word by the square root of how often it is said, in whatever form", () => {
    expect(weightsOf("wing lift wings winged lift")).toEqual({ wing: Math.sqrt(3), lift: Math.sqrt(2) });
  });

  it("weighs the parts of a code less than the whole, and leaves out short ones", () => {
    expect(weightsOf("pump AB-1234")).toEqual({ pump: 1, ab1234: 1, "1234": 0.3 });
  });

  it.each([
    ["What is the height of the tower?", "en"],
    ["Wie hoch ist der Turm?", "de"],
    ["Quelle est la hauteur de la tour ?", "fr"],
    ["¿Cuál es la altura de la torre?", "es"],
    ["Qual é a altura da torre e do muro?", "pt"],
    ["Qual è l'altezza della torre?", "it"],
    ["Hoe hoog is de toren?", "nl"],
    ["tower height", null],
  ])("tells its language by its stop words: %s", (text, language) => {
    expect(readQuery(text).language).toBe(language);
  });

  it("reads phrases in quotes of any kind, without stop words", () => {
    const phrases = (text: string) => readQuery(text).phrases.map((phrase) => phrase.map(([form]) => form));
    expect(phrases('who said "the exact match" first')).toEqual([["exact", "match"]]);
    expect(phrases("„exact match“ und «heavy words»")).toEqual([
      ["exact", "match"],
      ["heavi", "word"],
    ]);
    expect(phrases("it's the dog's")).toEqual([]);
  });
});

it("ae, oe and ue are searched as umlauts too", () => {
  const formsOf = (word: string) => readQuery(word).terms[0]?.forms ?? [];
  const written = formsOf("Geschäftsführer");
  expect(formsOf("Geschaeftsfuehrer")).toEqual(expect.arrayContaining(written));
});
