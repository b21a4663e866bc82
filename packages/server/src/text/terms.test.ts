import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldAccents, termsOf, tokenise } from "./terms.ts";

const words = (text: string): string[] => tokenise(text).map((token) => token.text);

describe("tokenise", () => {
  test("folds case, accents and ligatures", () => {
    expect(words("Ångström naïve Straße ﬁnance")).toEqual(["angstrom", "naive", "strasse", "finance"]);
  });

  test("reads a number with separators as one word", () => {
    expect(words("EUR 1,234.56 and 1,234 in 2023.")).toEqual(["eur", "1234.56", "and", "1234", "in", "2023"]);
  });

  test("drops the possessive and keeps contractions", () => {
    expect(words("Spain's workers’ don't")).toEqual(["spain", "workers", "don't"]);
  });

  test("reads scripts without spaces as pairs of characters", () => {
    expect(words("東京都の人口 2020")).toEqual(["東京", "京都", "都の", "の人", "人口", "2020"]);
  });

  test("keeps vowel signs of Indic scripts and Korean syllables whole", () => {
    expect(words("हिन्दी 한국어")).toEqual(["हिन्दी", "한국어"]);
  });

  test("offsets always point into the text, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let last = 0;
        for (const token of tokenise(text)) {
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(token.start).toBeGreaterThanOrEqual(last);
          last = token.start;
        }
      }),
    );
  });
});

describe("termsOf", () => {
  test("stems and leaves out words without a subject", () => {
    expect(termsOf("Who were the leaders of the Normans?")).toEqual(["leader", "norman"]);
  });
});

test("folding twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldAccents(foldAccents(text))).toBe(foldAccents(text));
    }),
  );
});

test("a text in ASCII is read the same by itself and beside other letters", () => {
  const ascii = fc.oneof(
    fc.string({ unit: "binary-ascii" }),
    fc.string({ unit: fc.constantFrom(..."ab1Z 2.,'-_sS\n") }),
  );
  fc.assert(
    fc.property(ascii, (text) => {
      expect(tokenise(text)).toEqual(tokenise(`${text} é`).slice(0, -1));
    }),
    { numRuns: 2_000 },
  );
});
