import { format as applied, isDateFormat } from "numfmt";
import { cleanText, collapseSpaces } from "../markup/plain-text.ts";
import { withMonthNames } from "./month-names.ts";

/** The code of a number format, or the number of a built-in one; 0 is "General". */
export type NumberFormat = string | number;

/** Formats that a file names by number only. 14 to 22 follow the settings of the machine; these are the American ones. */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "yyyy/m/d"])),
  ...Object.fromEntries([32, 34, 55].map((id) => [id, "h:mm"])),
  ...Object.fromEntries([33, 35, 56].map((id) => [id, "h:mm:ss"])),
  37: "#,##0_);(#,##0)",
  38: "#,##0_);(#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);(#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};

/** Days between the beginnings of the two calendars. */
const daysTo1904 = 1_462;

/**
 * A number as its cell shows it: "1,250.00 €", "12%", "29.02.2024". `raw` is the number as the file writes it. Decimal
 * signs are always those of English, so that all numbers of a workbook read alike. A format that no program understands
 * shows the bare number.
 */
export function shownNumber(raw: string, format: NumberFormat, date1904: boolean): string {
  const code = codeOf(format);
  const value = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(value)) return tidy(raw);
  if (code === "General" || code === "@") return generalNumber(raw);
  try {
    if (isDateFormat(code)) {
      const isSpan = /\[[hms]+\]/i.test(code);
      return tidy(
        applied(withMonthNames(code), date1904 && !isSpan ? value + daysTo1904 : value, { throws: true }),
      );
    }
    return tidy(applied(withGeneral(withoutLocale(code), raw), value, { throws: true }));
  } catch {
    return generalNumber(raw);
  }
}

/** A text as its cell shows it. Formats may add to it, `@" kg"`, or hide it. */
export function shownText(text: string, format: NumberFormat): string {
  const code = codeOf(format);
  if (code === "@" || !/[@;]/.test(code)) return tidy(text);
  try {
    return tidy(applied(code, text, { throws: true }));
  } catch {
    return tidy(text);
  }
}

const dayLength = 86_400_000;
/** Days from the first day of Excel's calendar to 1970. */
const daysTo1970 = 25_569;

/** A date that is written out (`2024-05-06T00:00:00`), as the workbooks of the strict standard do, in its format. */
export function shownDate(raw: string, format: NumberFormat): string {
  const code = codeOf(format);
  const zone = /T.*(?:Z|[-+]\d\d:?\d\d)$/i.test(raw) ? "" : "Z";
  const value = Date.parse(/T/i.test(raw) ? `${raw}${zone}` : raw) / dayLength + daysTo1970;
  if (Number.isFinite(value) && code !== "General" && isDateFormat(code))
    return shownNumber(String(value), format, false);
  return tidy(raw.replace(/T00:00:00(?:\.0+)?$/i, "").replace(/T/i, " "));
}

const codeOf = (format: NumberFormat): string =>
  typeof format === "number" ? (builtIn[format] ?? "General") : format;

const tidy = (text: string): string => collapseSpaces(cleanText(text));

/** Programs keep 15 digits of a number. More are the noise of binary fractions: 0.30000000000000004 is 0.3. */
const precision = 15;

/**
 * A number without a format, with all its digits. Spreadsheets shorten it to the width of the cell, 4.00638E+12, but the
 * author wrote 4006381333931.
 */
function generalNumber(raw: string): string {
  const text = raw.trim();
  if (/^-?[1-9]\d{0,20}$/.test(text)) return text;
  const [mantissa = "", exponent] = String(Number(Number(text).toPrecision(precision))).split("e");
  if (exponent === undefined) return mantissa;
  return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** Quoted and escaped text of a format, which is not one of its codes; then the code for a number without a format. */
const general = /"[^"]*"|\\.|General/gi;

const withGeneral = (code: string, raw: string): string =>
  /general/i.test(code)
    ? code.replace(general, (token) =>
        token.toLowerCase() === "general" ? `"${generalNumber(raw.trim().replace(/^-/, ""))}"` : token,
      )
    : code;

/** `[$€-407]` is the sign of the euro. That its format comes from Germany does not turn one comma into a point. */
const withoutLocale = (code: string): string =>
  code.includes("[$")
    ? code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => (sign === "" ? "" : `[$${sign}]`))
    : code;
