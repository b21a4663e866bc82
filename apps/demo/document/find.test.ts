import { expect, it } from "vitest";
import { cutAtMatches, elementsWith } from "./find.ts";

it("ignores case and accents, and splits the original text", () => {
  expect(cutAtMatches("Café and CAFE", "cafe")).toEqual([
    { text: "Café", isMatch: true },
    { text: " and ", isMatch: false },
    { text: "CAFE", isMatch: true },
  ]);
});

it("does not split a text whose length changes without accents", () => {
  // The lower case of "İ" has more than one character.
  expect(
    cutAtMatches("İstanbul", "bul")
      .map(({ text }) => text)
      .join(""),
  ).toBe("İstanbul");
});

it("returns all elements without words, otherwise the elements that contain them", () => {
  const elements = [{ text: "Two years" }, { text: "One month" }];
  expect(elementsWith(elements, "  ")).toHaveLength(2);
  expect(elementsWith(elements, "YEARS")).toEqual([{ text: "Two years" }]);
});
