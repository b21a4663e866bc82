import { expect, it } from "vitest";
import { textHolding } from "./text-holding.ts";

it.each([
  ["surety bond", "A SURETY\n  bond is kept.", true],
  ["resume", "Her résumé", true],
  ["Résumé", "her resume", true],
  ["straße", "STRASSE 7", true],
  ["bond", "Bonds", true],
  ["bonds", "a bond", false],
  [" ", "anything", true],
  ["100%", "1000 of 10", false],
])("%j is in %j: %j", (typed, text, isHeld) => {
  expect(textHolding(typed)(text)).toBe(isHeld);
});
