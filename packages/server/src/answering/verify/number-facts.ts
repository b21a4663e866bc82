import { foldAccents } from "../../text/terms.ts";
import { comparableText } from "./comparable-text.ts";

/** A number as a text says it. */
export type NumberFact = {
  /** What it may mean: "1.234" is 1.234 or 1234. Multiplied by "million" and its like. */
  values: number[];
  percent: boolean;
  /** Three letters; "" for none. */
  currency: string;
  /** A known unit; "" for none. */
  unit: string;
};

const words: Record<string, number> = {
  ...{
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  },
  ...{ thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, zwölf: 12 },
  ...{
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    huit: 8,
    neuf: 9,
    dix: 10,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
  },
};
const scales: Record<string, number> = {
  ...{
    hundred: 100,
    thousand: 1e3,
    million: 1e6,
    millions: 1e6,
    billion: 1e9,
    billions: 1e9,
    trillion: 1e12,
  },
  ...{ bn: 1e9, tausend: 1e3, millionen: 1e6, mio: 1e6, milliarde: 1e9, milliarden: 1e9, mrd: 1e9 },
  ...{ mille: 1e3, milliard: 1e9, milliards: 1e9, millones: 1e6, milioni: 1e6, miliardi: 1e9, miljoen: 1e6 },
};
const currencies: Record<string, string> = {
  ...{
    $: "usd",
    "€": "eur",
    "£": "gbp",
    "¥": "jpy",
    "₹": "inr",
    usd: "usd",
    eur: "eur",
    gbp: "gbp",
    jpy: "jpy",
  },
  ...{
    chf: "chf",
    rm: "myr",
    dollar: "usd",
    dollars: "usd",
    euro: "eur",
    euros: "eur",
    pounds: "gbp",
    yen: "jpy",
  },
};
const units = new Map(
  `kg kilogram kilograms|g gram grams|mg milligram milligrams|t ton tons tonne tonnes|lb lbs|oz ounce ounces
  km kilometre kilometres kilometer kilometers|m metre metres meter meters|cm centimetre centimetres centimeter centimeters
  mm millimetre millimetres millimeter millimeters|mi mile miles|ft foot feet|in inch inches|yd yard yards
  l litre litres liter liters|ml millilitre millilitres|s sec second seconds|min minute minutes minuten
  h hour hours stunde stunden heure heures|day days tag tage tagen jour jours|week weeks woche wochen
  month months monat monate monaten mois|year years jahr jahre jahren an ans année années|decade decades
  century centuries|v volt volts|a amp amps ampere|w watt watts|kw kilowatt kilowatts|mw megawatt megawatts|hz|khz|mhz|ghz
  kb|mb|gb|tb|pa|kpa|mpa|bar|psi|c celsius|f fahrenheit|k kelvin|ha hectare hectares|acre acres|mph|kmh
  km^2|m^2|cm^2|m^3|cm^3|°c|°f|°`
    .split(/[|\n]\s*/)
    .flatMap((group) => {
      const [name = "", ...others] = group.trim().split(" ");
      return [name, ...others].map((word): [string, string] => [foldAccents(word), name]);
    }),
);

const figure =
  /(?<![\p{L}\p{N}])(?:(?<=^|[\s(|:])([-+]))?(\p{Sc})?\s?([-+](?=\d))?(\d+(?:[.,']\d+)*)(?:st|nd|rd|th)?(?:[\s-]?(%|‰|\p{Sc}|°\s?[CF]?|\p{L}+(?:\^\d)?))?(?:\s(\p{L}+))?/gu;

/** The numbers of a text, in figures and in words, in order. "one" is no number: it is said of anybody. */
export function numberFacts(text: string): NumberFact[] {
  const found: { at: number; fact: NumberFact }[] = [];
  const plain = comparableText(text).text;
  for (const match of plain.matchAll(figure)) {
    const [, sign, symbol, inner, digits = "", tail = "", next = ""] = match;
    const negative = sign === "-" || inner === "-";
    found.push({ at: match.index, fact: fact(readings(digits), negative, symbol, [tail, next]) });
  }
  const inWords = [...plain.matchAll(/\p{L}+/gu)];
  for (const [index, match] of inWords.entries()) {
    const value = words[match[0].toLowerCase()];
    if (value === undefined) continue;
    const following = inWords.slice(index + 1, index + 3).map(([word]) => word);
    found.push({ at: match.index, fact: fact([value], false, undefined, following) });
  }
  return found.sort((a, b) => a.at - b.at).map((each) => each.fact);
}

function fact(
  values: number[],
  negative: boolean,
  symbol: string | undefined,
  following: string[],
): NumberFact {
  const result: NumberFact = { values, percent: false, currency: currencies[symbol ?? ""] ?? "", unit: "" };
  for (const raw of following) {
    const word = foldAccents(raw.replace(/\s/g, ""));
    const scale = Object.hasOwn(scales, word) ? scales[word] : undefined;
    if (scale !== undefined) {
      result.values = result.values.map((value) => value * scale);
      continue;
    }
    if (["%", "percent", "per", "prozent", "pourcent", "procent"].includes(word)) result.percent = true;
    else if (Object.hasOwn(currencies, word)) result.currency = currencies[word] ?? "";
    // "in" after a number is a preposition.
    else if (word !== "in" && word !== "a") result.unit = units.get(word) ?? "";
    break;
  }
  if (negative) result.values = result.values.map((value) => -value);
  return result;
}

/** What a written number may mean. With both signs the last one is the decimal sign; three digits may be thousands. */
function readings(digits: string): number[] {
  const bare = digits.replaceAll("'", "");
  const decimal = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  if (decimal < 0) return [Number(bare)];
  const groups = bare.split(/[.,]/);
  const whole = Number(groups.join(""));
  const parted = Number(`${bare.slice(0, decimal).replace(/[.,]/g, "")}.${bare.slice(decimal + 1)}`);
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && !bare.startsWith("0");
  if (!isGrouped) return [parted];
  return new Set(bare.match(/[.,]/g)).size === 1 && groups.length === 2 ? [whole, parted] : [whole];
}

/** Whether the evidence's number is the one that is said: the same value, percent sign, currency and unit. */
export const sameNumber = (said: NumberFact, shown: NumberFact): boolean =>
  said.values.some((value) => shown.values.some((other) => closeTo(value, other))) &&
  said.percent === shown.percent &&
  (said.currency === "" || said.currency === shown.currency) &&
  (said.unit === "" || said.unit === shown.unit);

const closeTo = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
