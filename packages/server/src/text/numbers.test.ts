import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalSignOf, numbersIn } from "./numbers.ts";

const values = (text: string, decimal: "," | "." | null = null) =>
  numbersIn(text, decimal).map(({ value }) => value);

describe("numbersIn", () => {
  test.each([
    ["1.234,56", [1234.56]],
    ["1,234.56", [1234.56]],
    ["1 234,56 €", [1234.56]],
    ["CHF 1'234.50", [1234.5]],
    ["(123)", [-123]],
    ["-9,32", [-9.32]],
    ["€ -9,32", [-9.32]],
    ["12 %", [12]],
    ["$4.11", [4.11]],
    ["RM 30.90", [30.9]],
    ["1,234", [1234]],
    ["1.234.567", [1234567]],
    ["0.125", [0.125]],
    ["3.5 million", [3500000]],
    ["2 x 15.50 = 31.00", [2, 15.5, 31]],
    ["A4 page, B2B, 12a", []],
    ["no numbers", []],
  ])("%s", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test("three digits after a sign are thousands when the document writes decimals with the other sign", () => {
    expect(values("1.234", ",")).toEqual([1234]);
    expect(values("1.234", ".")).toEqual([1.234]);
    expect(decimalSignOf("Netto 593,36 MwSt. 124,61 Summe 1.717,97")).toBe(",");
    expect(decimalSignOf("Net 593.36, tax 124.61")).toBe(".");
  });

  test("where every number could be in thousands, and two have the same sign, it divides thousands", () => {
    expect(decimalSignOf("Bestand 1.200, Differenz (1.050)")).toBe(",");
    expect(decimalSignOf("Factor 1.200")).toBeNull();
    expect(decimalSignOf("Factors 1.200, 0.125 and 2.375")).toBeNull();
    expect(decimalSignOf("Factors 1.200, 2.375 and 3.1416")).toBeNull();
  });

  test("three digits after the point of an amount of money are thousands, but not of a price of a unit", () => {
    expect(values("2.500 €, EUR 1.750, £1,150, 12.50 €")).toEqual([2500, 1750, 1150, 12.5]);
    expect(values("1.459 €/l, € 1.459 per litre")).toEqual([1.459, 1.459]);
    expect(values("1 EUR = 1.085 USD")).toEqual([1, 1.085]);
    expect(values("Exchange rate: 1.172 EUR")).toEqual([1.172]);
    expect(values("Wechselkurs 1.172 EUR, Summe = 2.500 €")).toEqual([1.172, 2500]);
  });

  test("reads back what English, German, French and Swiss formats write", () => {
    const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(amount, fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH"), (value, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
        expect(values(`Total ${written}`)).toEqual([value === 0 ? 0 : value]);
      }),
    );
  });
});
