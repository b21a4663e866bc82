import { describe, expect, it } from "vitest";
import { joinTexts } from "./join-lines.ts";

describe("joinTexts", () => {
  it.each([
    ["an exam-", "ple of it", "an example of it"],
    ["the Anglo-", "Saxon world", "the Anglo-Saxon world"],
    ["from 2020-", "2023", "from 2020-2023"],
    ["plain", "words", "plain words"],
    ["a dash -", "then more", "a dash - then more"],
    ["Donau-", "dampfschiff", "Donaudampfschiff"],
    ["日本語の", "文章です", "日本語の文章です"],
    ["see https://example.org/docs/", "start.html", "see https://example.org/docs/start.html"],
  ])("%s + %s", (before, after, expected) => {
    expect(joinTexts(before, after)).toBe(expected);
  });

  it("keeps the hyphen of words that the document writes with a hyphen", () => {
    expect(joinTexts("a well-", "known fact", { has: (word) => word === "well-known" })).toBe(
      "a well-known fact",
    );
    expect(
      joinTexts("a well-", "known fact", { has: (word) => word === "wellknown" || word === "well-known" }),
    ).toBe("a wellknown fact");
  });
});
