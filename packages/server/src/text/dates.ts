import { languageWords, listed } from "./languages.ts";
import { foldAccents } from "./terms.ts";

/** A date found in a text, by UTF-16 offsets. `time` is `hh:mm:ss` when one follows. */
export type FoundDate = { iso: string; time: string | null; text: string; start: number; end: number };

export type DateOrder = "day-first" | "month-first";

/** What the names of each month begin with, in all languages. */
const monthBeginnings = Array.from({ length: 12 }, (_, month) =>
  Object.values(languageWords).flatMap(({ monthBeginnings: each }) => listed(each)[month]?.split("/") ?? []),
);

const monthName = "\\p{L}{3,10}";
const time =
  "(?:,?\\s+(?:at\\s+)?(?<hour>[01]?\\d|2[0-3])\\s?:\\s?(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?\\s?(?<half>[ap]\\.?m\\b)?)?";
const shapes = [
  `(?<year>(?:19|20)\\d{2})(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})(?:T(?=\\d))?`,
  `(?<first>\\d{1,2})(?<mark>\\s?[-/.]\\s?)(?<second2>\\d{1,2})\\k<mark>(?<year>(?:19|20)\\d{2}|\\d{2})`,
  `(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?[\\s-]*(?:of\\s+|de\\s+)?(?<name>${monthName})\\.?[\\s,-]*(?:de\\s+|del\\s+)?(?<year>(?:19|20)\\d{2}|[’']?\\d{2}(?!\\d))`,
  `(?<name>${monthName})\\.?[\\s-]*(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s*[,\\s-]\\s*(?<year>(?:19|20)\\d{2})`,
  `(?<year>(?:19|20)\\d{2})\\s?年\\s?(?<month>\\d{1,2})\\s?月\\s?(?<day>\\d{1,2})\\s?日`,
].map((shape) => new RegExp(`(?<![\\p{N}.,/-])${shape}(?!\\d|\\.\\d)${time}`, "giu"));

/** Every full date of a text in order. When day and month can be swapped, `order` decides. */
export function datesIn(text: string, order: DateOrder): FoundDate[] {
  const found: FoundDate[] = [];
  for (const shape of shapes) {
    for (const match of text.matchAll(shape)) {
      const groups = match.groups ?? {};
      const end = match.index + match[0].length;
      if (found.some((other) => match.index < other.end && other.start < end)) continue;
      const iso = isoOf(groups, order);
      if (iso) found.push({ iso, time: timeOf(groups), text: match[0].trim(), start: match.index, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function isoOf(groups: Record<string, string | undefined>, order: DateOrder): string | null {
  const { first, second2, name, month: written } = groups;
  let day = Number(groups.day);
  let month = name === undefined ? Number(written) : monthOf(name);
  if (first !== undefined && second2 !== undefined) {
    const [a, b] = [Number(first), Number(second2)];
    // The month is never first where full stops separate the parts.
    const monthFirst = b > 12 || (order === "month-first" && a <= 12 && groups.mark?.trim() !== ".");
    [day, month] = monthFirst ? [b, a] : [a, b];
  }
  const year = yearOf(groups.year ?? "");
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && month >= 1 ? date.toISOString().slice(0, 10) : null;
}

/** Two-digit years above 50 belong to the last century, others to this one. */
function yearOf(text: string): number {
  const year = Number(text.replace(/\D/g, ""));
  return year >= 100 ? year : year > 50 ? 1900 + year : 2000 + year;
}

function monthOf(name: string): number {
  const folded = foldAccents(name);
  // "mai" and "mar" start other words too. A month's name must be one of its known beginnings, possibly longer.
  return monthBeginnings.findIndex((beginnings) => beginnings.some((start) => folded.startsWith(start))) + 1;
}

function timeOf({ hour, minute, second, half }: Record<string, string | undefined>): string | null {
  if (hour === undefined || minute === undefined) return null;
  const shift =
    half && /p/i.test(half) && Number(hour) < 12 ? 12 : half && /a/i.test(half) && hour === "12" ? -12 : 0;
  return `${String(Number(hour) + shift).padStart(2, "0")}:${minute}:${second ?? "00"}`;
}

/**
 * The order of day and month in a text's numeric dates. A first or second number above 12 shows it; otherwise
 * `fallback` applies.
 */
export function dateOrderOf(text: string, fallback: DateOrder): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const match of text.matchAll(
    /(?<!\d)(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(?:(?:19|20)\d{2}|\d{2})(?!\d)/g,
  )) {
    const [a, b] = [Number(match[1]), Number(match[2])];
    if (a > 12 && a <= 31 && b <= 12) dayFirst += 1;
    else if (b > 12 && b <= 31 && a <= 12) monthFirst += 1;
  }
  return dayFirst === monthFirst ? fallback : dayFirst > monthFirst ? "day-first" : "month-first";
}
