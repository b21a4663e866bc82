import { expect, it } from "vitest";
import { ligatureOrder } from "./ligature-order.ts";

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
