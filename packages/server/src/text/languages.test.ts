import { describe, expect, test } from "vitest";
import { languages, languageWords, listed } from "./languages.ts";
import { foldAccents } from "./terms.ts";

describe.each(languages)("the words of %s", (language) => {
  const words = languageWords[language];

  test("name twelve months, each with its beginnings, and seven days", () => {
    const beginnings = listed(words.monthBeginnings).map((each) => each.split("/"));
    const months = listed(words.months);
    expect([months.length, beginnings.length, listed(words.weekdays).length]).toEqual([12, 12, 7]);
    for (const [at, month] of months.entries())
      expect(beginnings[at]?.some((start) => month.startsWith(start))).toBe(true);
  });

  test("are folded, but for stop words and reservations", () => {
    const { stopWords, reservations, patterns, monthBeginnings, ...folded } = words;
    const text = Object.values(folded)
      .flatMap((kind) => (typeof kind === "string" ? kind : Object.values<string | number>(kind)))
      .join(" ");
    expect(text).toBe(foldAccents(text));
  });
});
