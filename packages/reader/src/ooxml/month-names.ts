import { addLocale } from "numfmt";

/** Languages by the lowest ten bits of Windows' numbers of locales. */
const languages: Readonly<Record<number, string>> = {
  0x01: "ar",
  0x02: "bg",
  0x03: "ca",
  0x04: "zh",
  0x05: "cs",
  0x06: "da",
  0x07: "de",
  0x08: "el",
  0x09: "en",
  0x0a: "es",
  0x0b: "fi",
  0x0c: "fr",
  0x0d: "he",
  0x0e: "hu",
  0x0f: "is",
  0x10: "it",
  0x11: "ja",
  0x12: "ko",
  0x13: "nl",
  0x14: "nb",
  0x15: "pl",
  0x16: "pt",
  0x18: "ro",
  0x19: "ru",
  0x1a: "hr",
  0x1b: "sk",
  0x1c: "sq",
  0x1d: "sv",
  0x1e: "th",
  0x1f: "tr",
  0x21: "id",
  0x22: "uk",
  0x23: "be",
  0x24: "sl",
  0x25: "et",
  0x26: "lv",
  0x27: "lt",
  0x29: "fa",
  0x2a: "vi",
  0x2d: "eu",
  0x2f: "mk",
  0x37: "ka",
  0x39: "hi",
};

const locale = /\[\$-([0-9a-f]{3,8}|[a-z]{2,3}(?:-[a-z]{2,4})?)(?:,[^\]]*)?\]/i;
const registered = new Set<string>();

/**
 * The code of a date format with the language of its names as the formatter knows it: `[$-419]d mmmm yyyy` shows "29
 * февраля 2024". Codes without a language, and those that follow the machine's settings, stay as they are.
 */
export function withMonthNames(code: string): string {
  const [whole, named = ""] = locale.exec(code) ?? [];
  const language = /^[0-9a-f]{3,8}$/i.test(named)
    ? languages[Number.parseInt(named, 16) & 0x3ff]
    : named.split("-")[0]?.toLowerCase();
  if (whole === undefined || language === undefined || !/mmm|ddd/i.test(code)) return code;
  // Beside a day many languages put the month in another case.
  const tag = /(?<!d)d{1,2}(?!d)/i.test(code) ? `${language}-ZZ` : language;
  if (!registered.has(tag)) addLocale(namesOf(language, tag !== language), tag);
  registered.add(tag);
  return code.replace(whole, `[$-${tag}]`);
}

type Names = Parameters<typeof addLocale>[0];

function namesOf(language: string, besideDay: boolean): Names {
  const part = (type: "month" | "weekday", length: "long" | "short", date: Date) =>
    new Intl.DateTimeFormat(language, {
      [type]: length,
      ...(type === "month" && besideDay && { day: "numeric" }),
      timeZone: "UTC",
    })
      .formatToParts(date)
      .find((found) => found.type === type)
      ?.value.replace(/\.$/, "") ?? "";
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 5)));
  // The first of January 2023 was a Sunday, with which the formatter's week begins.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day)));
  return {
    mmmm: months.map((date) => part("month", "long", date)),
    mmm: months.map((date) => part("month", "short", date)),
    dddd: days.map((date) => part("weekday", "long", date)),
    ddd: days.map((date) => part("weekday", "short", date)),
    // Twelve and seven, which the formatter's type counts.
  } as Names;
}
