import { expect, it } from "vitest";
import { cutAtMatches, elementsWith } from "./find.ts";

it("finds without regard to case and accents, and cuts the text as it stands", () => {
  expect(cutAtMatches("Café and CAFE", "cafe")).toEqual([
    { text: "Café", isMatch: true },
    { text: " and ", isMatch: false },
    { text: "CAFE", isMatch: true },
  ]);
});

it("leaves a text whole that can't be cut in place", () => {
  // The lower case of "İ" has more than one character.
  expect(
    cutAtMatches("İstanbul", "bul")
      .map(({ text }) => text)
      .join(""),
  ).toBe("İstanbul");
});

it("lists all without words, and those that hold them otherwise", () => {
  const elements = [{ text: "Two years" }, { text: "One month" }];
  expect(elementsWith(elements, "  ")).toHaveLength(2);
  expect(elementsWith(elements, "YEARS")).toEqual([{ text: "Two years" }]);
});
