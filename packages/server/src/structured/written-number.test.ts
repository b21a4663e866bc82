import { expect, test } from "vitest";
import { writtenNumber } from "./written-number.ts";

test.each([
  [-20, "Wrench | 1 | -20.00", "-20.00"],
  [-20, "Credit (20.00)", "(20.00)"],
  [-20, "EUR -20,00", "EUR -20,00"],
  [1234.5, "Net: 1.234,50 EUR", "1.234,50 EUR"],
  [0.19, "VAT 19 %", "19 %"],
  [1.2e6, "1.2 million", "1.2 million"],
  [12, "Members (12)", "12"],
  [20, "10-20 pieces", "20"],
  [12, "12 of 30", "12"],
])("%d is written in %j as %j", (value, text, written) => {
  expect(writtenNumber(value, text)).toBe(written);
});

test.each([
  [20, "Wrench | 1 | -20.00"],
  [20, "Wrench −20.00"],
  [20, "| (20.00) |"],
  [20, "20.00-"],
  [-20, "Wrench | 1 | 20.00"],
  [2, "20"],
])("%d is not written in %j", (value, text) => {
  expect(writtenNumber(value, text)).toBeUndefined();
});
