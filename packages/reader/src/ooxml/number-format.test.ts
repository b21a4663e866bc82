import { describe, expect, it } from "vitest";
import { shownDate, shownNumber, shownText } from "./number-format.ts";

const shown = (format: string | number, value: number | string, date1904 = false) =>
  shownNumber(String(value), format, date1904);

describe("dates", () => {
  it.each([
    ["dd.mm.yyyy", 45351, "29.02.2024"],
    ["d.m.yy h:mm", 45351.5, "29.2.24 12:00"],
    ['d.mm.yyyy "г."', 45351, "29.02.2024 г."],
    ["dd.mm.yyyy;@", 45352, "01.03.2024"],
    ["yyyy\\-mm\\-dd\\Thh:mm", 45351.5, "2024-02-29T12:00"],
    [14, 45351, "2/29/2024"],
    [22, 45351.75, "2/29/2024 18:00"],
    ["[$-407]d. mmmm yyyy", 45352, "1. März 2024"],
    ["[$-40C]dddd d mmmm yyyy", 45352, "vendredi 1 mars 2024"],
    ['[$-C0A]d "de" mmmm', 45352, "1 de marzo"],
    ["[$-419]d mmmm yyyy", 45351, "29 февраля 2024"],
    ["[$-419]mmmm yyyy", 45351, "февраль 2024"],
    ["[$-pl-PL]d mmmm", 45351, "29 lutego"],
    ["[$-F800]dddd, mmmm dd, yyyy", 45351, "Thursday, February 29, 2024"],
    ["[$-409]h:mm AM/PM;@", 0.5, "12:00 PM"],
    ["mm:ss.0", 0.0007, "01:00.5"],
  ])("%s", (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    ["dd.mm.yyyy", "2024-02-29T00:00:00", "29.02.2024"],
    ["d.m.yy h:mm", "2024-02-29T12:00:00.000Z", "29.2.24 12:00"],
    [14, "2024-02-29", "2/29/2024"],
    [0, "2024-02-29T00:00:00", "2024-02-29"],
    ["0.00", "2024-02-29T12:30:00", "2024-02-29 12:30:00"],
    ["dd.mm.yyyy", "soon", "soon"],
  ])("that are written out have their format: %s %s", (format, raw, text) => {
    expect(shownDate(raw, format)).toBe(text);
  });

  it("count from 1904 where the workbook says so, but spans of time do not", () => {
    expect(shown("yyyy-mm-dd", 0, true)).toBe("1904-01-01");
    expect(shown("[h]:mm", 1.5, true)).toBe("36:00");
  });
});

describe("numbers", () => {
  it.each([
    ["[h]:mm:ss", 1.25, "30:00:00"],
    ["[mm]:ss", 0.5, "720:00"],
    ['#,##0.00 "EUR"', 1250, "1,250.00 EUR"],
    ["#,##0.00 [$€-407]", 1234.5, "1,234.50 €"],
    ["[$-409]#,##0.00", 1234.5, "1,234.50"],
    ["000-00-0000", 1234567, "001-23-4567"],
    ["(000) 000-0000", 4006381333931, "(400638) 133-3931"],
    ['[<100]0.0" s";0" l"', -1, "-1.0 s"],
    ['0" kg";-0" kg";"none"', 0, "none"],
    ["0.-", 12, "12.-"],
    ['General" Stk"', 4006381333931, "4006381333931 Stk"],
    ['"Total: "General', 7, "Total: 7"],
    ["# ?/?", 1.5, "1 1/2"],
    [";;;", 5, ""],
    [10, 0.125, "12.50%"],
  ])("%s", (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    ["4006381333931", "4006381333931"],
    ["12345678901234567890", "12345678901234567890"],
    ["0.30000000000000004", "0.3"],
    ["1234567.891234", "1234567.891234"],
    ["1.2345E-9", "1.2345E-09"],
    ["1E+22", "1E+22"],
    ["-0", "0"],
  ])("without a format keep their digits: %s", (raw, text) => {
    expect(shown(0, raw)).toBe(text);
    expect(shown("@", raw)).toBe(text);
  });

  it("stand bare where no program understands the format", () => {
    expect(shown("[oops", 45351)).toBe("45351");
    expect(shown("0.0", "many")).toBe("many");
  });
});

it.each([
  ['@" kg"', "5", "5 kg"],
  ['0;-0;0;"Nr. "@', "17", "Nr. 17"],
  [";;;", "hidden", ""],
  ["dd.mm.yyyy", "unknown", "unknown"],
])("texts: %s", (format, text, expected) => {
  expect(shownText(text, format)).toBe(expected);
});
