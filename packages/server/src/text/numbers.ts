/** A number found in a text, by UTF-16 offsets. */
export type FoundNumber = {
  value: number;
  text: string;
  start: number;
  end: number;
  percent: boolean;
  money: boolean;
};

const currencySign = "[$€£¥₹]|US\\$|A\\$|C\\$";
const currencyCode =
  "USD|EUR|GBP|CHF|JPY|CNY|CAD|AUD|NZD|INR|MYR|RM|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|Rs\\.?|kr";
const digits = "\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d{1,4})?|\\d+(?:[.,]\\d+)?|[.,]\\d+";
/** A dash in the place of the cents: "1.234,-", "80.–". */
const noCents = "[.,][-–—]{1,2}(?![\\p{L}\\p{N}])";
/** A sign with a space after it is one at the start of a text or after a separator; elsewhere it may be a dash. */
const signBefore = "[-−–+](?!\\s)|(?<=(?:^|[:：=|(])\\s*)[-−–]\\s";
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?<open>\\(\\s*)?(?<before>${signBefore})?(?<sign>(?:${currencySign}|(?:${currencyCode})(?=[\\s\\d]))\\s?)?(?<inner>[-−–])?(?<digits>${digits})(?<cents>${noCents})?(?<after>-(?![\\p{L}\\p{N}]))?(?<scale>\\s?(?:k|m|mio|bn|thousand|million|billion)\\b\\.?)?(?<tail>\\s?(?:%|per\\s?cent\\b|percent\\b|(?:${currencySign})|(?:${currencyCode})\\b))?(?<close>\\s*\\))?(?![\\p{L}\\p{N}]|[.,/-]\\d)`,
  "giu",
);

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/** The number format of a document; null when nothing shows it. */
export type DecimalSign = "," | "." | null;

/** Characters before a number that may say that it is an exchange rate. */
const maxRateText = 40;
/** What a currency costs in another one comes next. */
const rateBefore =
  /(?<![\d.,])1\s*(?:\p{Sc}|\p{Lu}{3})\s*=\s*$|(?:(?:exchange|conversion) rate|kurs|taux de change|cambio|koers)\b[^\d\n]{0,20}$/iu;

/** Every number of a text in order, with its separators, sign, currency and percent sign. */
export function numbersIn(text: string, decimal: DecimalSign): FoundNumber[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const {
      digits: written = "",
      sign,
      tail = "",
      scale,
      open,
      close,
      before,
      inner,
      after,
      cents,
    } = match.groups ?? {};
    // The sign before the dash is the decimal sign, so another one divides thousands.
    const shown = cents === undefined ? decimal : (cents.charAt(0) as DecimalSign);
    // An amount of money has no three decimals, except as a price of a unit or an exchange rate: "2.500 €", "1.459 €/l", "1 EUR = 1.085 USD".
    const isAmount = (sign !== undefined || (tail !== "" && !/%|cent/i.test(tail))) && cents === undefined;
    const ofUnit =
      /^\s*(?:\/|per\b|pro\b|je\b|par\b)/i.test(text.slice(match.index + match[0].length)) ||
      rateBefore.test(text.slice(Math.max(0, match.index - maxRateText), match.index));
    const plain = plainNumber(written, shown ?? (isAmount && !ofUnit && !written.includes(",") ? "," : null));
    if (plain === null) return [];
    const percent = /%|cent/i.test(tail);
    const negative =
      (open !== undefined && close !== undefined) ||
      /[-−–]/.test(`${before ?? ""}${inner ?? ""}${after ?? ""}`);
    const unit = (scale ?? "").trim().replace(".", "");
    // "5.2 m" is a length, "£5.2 m" an amount.
    const isLength = unit === "m" && sign === undefined && (tail === "" || percent);
    const factor = isLength ? 1 : (scales[unit.toLowerCase()] ?? 1);
    const value = Number((plain * factor * (negative ? -1 : 1)).toPrecision(15));
    const lead = match[0].length - match[0].trimStart().length;
    return [
      {
        value: value === 0 ? 0 : value,
        text: match[0].trim(),
        start: match.index + lead,
        end: match.index + match[0].length,
        percent,
        money:
          sign !== undefined ||
          (tail !== "" && !percent) ||
          cents !== undefined ||
          /[.,]\d{2}$/.test(written),
      },
    ];
  });
}

/** Parses digits with separators: `1.234,56`, `1,234.56`, `1 234,5`, `1'234`. */
export function plainNumber(written: string, decimal: DecimalSign): number | null {
  const text = written.replace(/[\s'’\u00a0\u202f]/g, "");
  const comma = text.lastIndexOf(",");
  const dot = text.lastIndexOf(".");
  const last = Math.max(comma, dot);
  if (last < 0) return finite(text);
  const mark = text.charAt(last);
  const both = comma >= 0 && dot >= 0;
  const repeated = text.indexOf(mark) !== last;
  const threeAfter = text.length - last - 1 === 3 && text.charAt(0) !== "0";
  const groups = repeated || (!both && threeAfter && (decimal === null ? mark === "," : mark !== decimal));
  if (groups) return finite(text.replace(/[.,]/g, ""));
  return finite(`${text.slice(0, last).replace(/[.,]/g, "")}.${text.slice(last + 1)}`);
}

function finite(text: string): number | null {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) ? value : null;
}

/**
 * The decimal sign that most amounts of a text use. A sign that could divide thousands does not count; where every number
 * with a sign could, and two of them have the same one, it does divide thousands: "1.200", "(1.050)".
 */
export function decimalSignOf(text: string): DecimalSign {
  const commas = text.match(/\d,\d{1,2}(?![\d.,])/g)?.length ?? 0;
  const dots = text.match(/\d\.\d{1,2}(?![\d.,])/g)?.length ?? 0;
  if (commas !== dots) return commas > dots ? "," : ".";
  const groups = new Set(text.match(/(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?!\d|[.,]\d)/g));
  return commas === 0 && groups.size >= minGroups && !/(?<!\d)0?\.\d|\d\.\d{4}/.test(text) ? "," : null;
}

const minGroups = 2;
