import { expect, it } from "vitest";
import { isPartAfter, ligatureOrder } from "./ligature-order.ts";

it.each([
  ["lam and alef, in order", "\u0644\u0627", "\u0644\u0627"],
  ["lam and alef, reversed", "\u0627\u0644", "\u0644\u0627"],
  ["lam and alef with hamza, in order", "\u0644\u0625", "\u0644\u0625"],
  ["a ligature without a character of its own", "\u0645\u0644", "\u0644\u0645"],
  ["one letter", "\u0627", "\u0627"],
  ["Latin letters", "fi", "fi"],
])("%s", (_, letters, expected) => {
  expect(ligatureOrder(letters)).toBe(expected);
});

it("takes equal parts of one box, from left to right, for the letters of one glyph", () => {
  const part = (left: number, right: number, object = 1) => ({ left, right, object });
  expect(isPartAfter(part(572.5, 574.7), part(574.7, 576.9))).toBe(true);
  // The next letter of a text from the right, a letter of another width, and one of another object.
  expect(isPartAfter(part(574.7, 576.9), part(572.5, 574.7))).toBe(false);
  expect(isPartAfter(part(572.5, 574.7), part(574.7, 579.9))).toBe(false);
  expect(isPartAfter(part(572.5, 574.7), part(574.7, 576.9, 2))).toBe(false);
});
