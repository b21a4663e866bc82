import { fillable, typesOf } from "../../../structured/json-schema.ts";
import { isIban, isLuhn } from "../../../text/check-digits.ts";
import { closestChoice } from "../../../text/closest-choice.ts";
import { type DateOrder, datesIn } from "../../../text/dates.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import { numberWordsIn } from "../../../text/number-words.ts";
import { type DecimalSign, type FoundNumber, numbersIn } from "../../../text/numbers.ts";
import { isLabelOf, piecesOf } from "./party-segments.ts";
import { notName } from "./party-words.ts";
import { type Field, isInstitution, isOfEmployer } from "./schema-fields.ts";
import { sirenIn, vatNumberIn } from "./tax-numbers.ts";

/** A value read from a text: typed for the schema, with the words it came from. */
export type Reading = { value: unknown; text: string; start: number };

export type ReadingContext = { decimal: DecimalSign; dateOrder: DateOrder; read: LabelReader };

const maxTextLength = 300;

export const patterns = {
  // Starts at a word's start and takes at most 64 characters (RFC 5321). Otherwise a long word would be tried from each
  // of its letters.
  email: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u,
  phone:
    /(?<![\p{L}\p{N}.,-])(?:\+|\(?0|\(\d)[\d\s()./-]{6,18}\d(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,-])\(?\d{3}\)?[\s.-]\d{3,4}[\s.-]\d{3,4}(?!\d)|(?<!\d)\d{2,4}[-\s]\d{6,8}(?!\d)/u,
  url: /(?:https?:\/\/|www\.)[^\s<>"()|]+[^\s<>"()|.,;:]|(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|de|fr|nl|io|eu|uk|es|it|ch|at|be|co|gov|edu|info|biz)(?:\/[^\s<>"()|]*)?(?![\p{L}\p{N}@])/iu,
  iban: /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b/,
} as const;

const identifier =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,4}\s(?=\d))?(?=[\p{L}\-/._]*\d)(?:\d{1,3}(?:\s\d{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}](?:[\p{L}\p{N}\-/._]*[\p{L}\p{N}])?)/u;
/** A number written in groups, when nothing else follows it: "8842 0071 93", "K14B 20933", "QQ 12 34 56 C". */
const inGroups =
  /(?<![\p{L}\p{N}.,])(?:[A-Z]{1,3} )?(?=[A-Z\d-]*\d)[A-Z\d-]{2,}(?: (?=[A-Z]*\d)[A-Z\d-]{2,}){1,6}(?: [A-Z])?(?=[\s.;]*$)/u;
const capitalCode = /\b[A-Z][A-Z0-9]{3,}\b/;

const currencies: [RegExp, string][] = [
  [/\b(USD|EUR|GBP|CHF|JPY|CNY|CAD|AUD|NZD|INR|MYR|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR)\b/, ""],
  [/\bUS\$|\bUS dollars?\b/i, "USD"],
  [/\bA\$/, "AUD"],
  [/\bC\$/, "CAD"],
  [/€|\beuros?\b/i, "EUR"],
  [/£|\bpounds? sterling\b/i, "GBP"],
  [/₹|\brupees?\b/i, "INR"],
  [/\bRM\s?\d|\(RM\)|\bRM$/, "MYR"],
  [/¥|\byen\b/i, "JPY"],
  [/\$|\bdollars?\b/i, "USD"],
];

const yes = /^(?:yes|y|true|ja|oui|si|sí|sim|x|✓|✔|☑|☒|on|checked|included|enabled|paid)\b|^[✓✔☑☒]|^\[x\]/iu;
const no =
  /^(?:no|n|false|nein|non|nee|não|off|none|not\b.*|unchecked|excluded|disabled|unpaid)\b|^[☐✗✘]|^\[\s?\]/iu;

/** The first value of a field's kind in a text, typed for the schema; null when there is none. */
export function readValue(field: Field, text: string, context: ReadingContext): Reading | null {
  const types = typesOf(fillable(field.schema));
  switch (field.kind) {
    case "date":
      return readDate(field, text, context);
    case "money":
    case "number":
    case "percentage":
      return readNumber(field, types, text, context);
    case "boolean":
      return readBoolean(text);
    case "choice":
      return readChoice(field, text);
    case "currency": {
      const code = currencyIn(text);
      return code === null ? null : { value: code, text, start: 0 };
    }
    case "email":
    case "url":
      return readPattern(patterns[field.kind], text);
    case "phone":
      return readPhone(text);
    case "iban":
      return readIban(text);
    case "card":
      return readCard(text);
    case "vatNumber":
      return vatNumberIn(text) ?? nationalNumber(text);
    case "siren":
      return readSiren(types, text);
    case "identifier":
      return readIdentifier(types, text);
    case "organisation":
      return readName(isOfEmployer(field) ? text.replace(roleBefore, "") : text, field.kind, context);
    case "customer":
    case "person":
      return readName(text, field.kind, context);
    default:
      // "2 adults" is no `guest_name`.
      if (field.own.length > 1 && field.own.some((each) => each.includes("name")) && counted.test(text))
        return null;
      if (isInstitution(field)) return readText(text.replace(yearBehind, ""), context);
      return readText(isPersonOrFirm(field) ? text.replace(apposition, "") : text, context);
  }
}

const counted = /^\s*\d+\s+\p{Ll}/u;

/** "Mme Solange Verdier, demeurant 4 impasse des Acacias": what a contract says of a party behind its name. */
const apposition =
  /,\s+(?:residing|born|wohnhaft|geb(?:oren|\.)|mit Sitz|demeurant|domicili|née?\s|dont le si|con domicilio|con sede|residente|nat[oa]\s|nacid[oa]\s|wonende|gevestigd).*$/su;
const parties = ["landlord", "tenant", "employee", "patient", "doctor", "advisor", "member"];

const isPersonOrFirm = ({ own }: Field): boolean =>
  own.some((meanings) => meanings.some((meaning) => parties.includes(meaning)));

/** "Senior designer at Estudio Nadal": what somebody does there, and the year of a degree, are no part of a name. */
const roleBefore = /^\s*\p{L}[\p{L}\s/-]{2,40}\s(?:at|bei|chez|presso|bij)\s(?=\p{Lu})/u;
const yearBehind = /[\s,(–-]+(?:19|20)\d{2}\)?\s*$/u;

function readDate(field: Field, text: string, { dateOrder }: ReadingContext): Reading | null {
  const [found] = datesIn(text, dateOrder);
  if (!found) return null;
  const withTime = fillable(field.schema).format === "date-time";
  const value = withTime ? `${found.iso}T${found.time ?? "00:00:00"}Z` : found.iso;
  return { value, text: found.text, start: found.start };
}

function readNumber(field: Field, types: string[], text: string, context: ReadingContext): Reading | null {
  const dates = datesIn(text, context.dateOrder);
  const numbers = numbersIn(text, context.decimal).filter(
    (number) => !dates.some((date) => number.start < date.end && date.start < number.end),
  );
  const found = preferred(field, numbers, text) ?? spelledOut(field, text);
  if (!found) return null;
  if (!types.includes("number") && !types.includes("integer"))
    return { value: found.text, text: found.text, start: found.start };
  // "(20)" alone is negative; in "sixty (60) days" the brackets repeat the number.
  const bracketed =
    field.kind !== "money" &&
    found.text.startsWith("(") &&
    /[\p{L}\p{N}]/u.test(text.replace(found.text, ""));
  const maximum = fillable(field.schema).maximum;
  const asShare = field.kind === "percentage" && found.percent && typeof maximum === "number" && maximum <= 1;
  const value = asShare
    ? Number((found.value / 100).toPrecision(15))
    : bracketed
      ? Math.abs(found.value)
      : found.value;
  if (!types.includes("number") && !Number.isInteger(value)) return null;
  return { value, text: bracketed ? found.text.replace(/[()]/g, "") : found.text, start: found.start };
}

/** "Visits: two". A number below two is an article in most languages. */
function spelledOut({ kind }: Field, text: string): FoundNumber | undefined {
  const [first] = kind === "number" && !/\d/.test(text) ? numberWordsIn(text) : [];
  return first && first.value > 1 && text.slice(0, first.start).trim() === ""
    ? { ...first, percent: false, money: false }
    : undefined;
}

/** A number without its sign is a percentage up to here: above, it is the amount that the percentage makes. */
const maxBarePercentage = 100;
const isPriced = (text: string, { start, end }: FoundNumber): boolean =>
  /\p{Sc}|[A-Z]{2,3}\s?\d/u.test(text.slice(Math.max(0, start - 4), end)) ||
  /^\s?(?:\p{Sc}|[A-Z]{3}\b)/u.test(text.slice(end));

function preferred(field: Field, numbers: FoundNumber[], text: string): FoundNumber | undefined {
  if (field.kind === "percentage") {
    const bare = numbers.filter((number) => number.value <= maxBarePercentage && !isPriced(text, number));
    return numbers.find(({ percent }) => percent) ?? bare[0];
  }
  const plain = numbers.filter(({ percent }) => !percent);
  return field.kind === "money" ? (plain.find(({ money }) => money) ?? plain[0]) : (plain[0] ?? numbers[0]);
}

function readBoolean(text: string): Reading | null {
  const trimmed = text.trim();
  if (yes.test(trimmed)) return { value: true, text: trimmed, start: 0 };
  return no.test(trimmed) ? { value: false, text: trimmed, start: 0 } : null;
}

function readChoice(field: Field, text: string): Reading | null {
  const choices = fillable(field.schema).enum;
  const chosen = Array.isArray(choices) ? closestChoice(text, choices) : undefined;
  return chosen === undefined ? null : { value: chosen, text: text.trim().slice(0, maxTextLength), start: 0 };
}

function readPattern(pattern: RegExp, text: string): Reading | null {
  const match = pattern.exec(text);
  return match ? { value: match[0].trim(), text: match[0].trim(), start: match.index } : null;
}

/** A number of a card with its check digit, or one of which only the last digits are shown. */
function readCard(text: string): Reading | null {
  const masked = readPattern(/[*xX•]{4}[\s*xX•-]*\d{4}(?!\d)/u, text);
  const full = readPattern(/(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/u, text);
  return full && isLuhn(full.text) ? full : masked;
}

/** A number of the local exchange, an extension or an emergency number, which only its label makes one: "555 0101", "4021", "112". */
const shortPhone = /^\s*\d[\d\s/-]{1,10}\d(?=\s*(?:[(,;]|$))/u;

/** A date, an amount or a part of an account number is not a telephone number. */
function readPhone(given: string): Reading | null {
  const text = given.replace(new RegExp(patterns.iban, "g"), (iban) => "x".repeat(iban.length));
  const reading = readPattern(patterns.phone, text) ?? readPattern(shortPhone, text);
  const digits = reading?.text.replace(/\D/g, "").length ?? 0;
  // "Prêt n° 0047 883 210"
  if (
    reading &&
    /(?:n[°ºo]|nr|num(?:ber|ero|éro)|account|konto|compte|ref)[.:]?\s*$/iu.test(text.slice(0, reading.start))
  )
    return null;
  if (!reading || digits < 3 || digits > 15) return null;
  return datesIn(reading.text, "day-first").length > 0 ? null : reading;
}

/** The longest beginning of the groups whose check digits are right. */
export function readCheckedIban(text: string): Reading | null {
  for (const match of text.matchAll(new RegExp(patterns.iban, "g"))) {
    for (let end = match[0].length; end >= 15; end -= 1) {
      const piece = match[0].slice(0, end).trim();
      if (isIban(piece)) return { value: piece, text: piece, start: match.index };
    }
  }
  return null;
}

/** Right after its label an account number is one, also with wrong check digits: a sample, a misprint. */
function readIban(text: string): Reading | null {
  const checked = readCheckedIban(text);
  if (checked) return checked;
  const match =
    /(?:^\W{0,2}|\bIBAN\W{0,5})([A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?)(?![\p{L}\p{N}])/u.exec(
      text,
    );
  const value = match?.[1];
  return match && value !== undefined
    ? { value, text: value, start: match.index + match[0].length - value.length }
    : null;
}

/** After a label that says what it is, a VAT number needs no country's letters. */
function nationalNumber(text: string): Reading | null {
  const match = /^\W*((?=[A-Z\d-]*\d)[A-Z]?\d[\d\s.-]{5,14}[A-Z\d])(?![\p{L}\p{N}])/u.exec(text);
  const value = match?.[1]?.trim();
  return match && value !== undefined && !/\.\d{2}$/.test(value)
    ? { value, text: value, start: match[0].indexOf(value) }
    : null;
}

function readSiren(types: string[], text: string): Reading | null {
  const found = sirenIn(text);
  if (!found || types.includes("string") || types.length === 0) return found;
  return { ...found, value: Number(found.value.replace(/\D/g, "")) };
}

/** "(380) Nr. 471102": a code in brackets before the number says what kind of paper it is. */
const bracketedCode = /^\s*\([^)]{1,12}\)(?=.*\d)/u;

function readIdentifier(types: string[], given: string): Reading | null {
  const text = given.replace(bracketedCode, (remark) => " ".repeat(remark.length));
  const match = inGroups.exec(text) ?? identifier.exec(text) ?? capitalCode.exec(text);
  // A percentage or an amount is not an identifier.
  if (match && /^\d+[.,]\d{2}$/.test(match[0])) return null;
  if (!match || /^(?:[.,]\d{1,2}(?!\d)|\s?[%€$£])/.test(text.slice(match.index + match[0].length)))
    return null;
  if (/[€$£]\s?$/.test(text.slice(0, match.index))) return null;
  if (types.includes("integer") || types.includes("number")) {
    const value = Number(match[0].replace(/\s/g, ""));
    return Number.isSafeInteger(value) ? { value, text: match[0], start: match.index } : null;
  }
  return { value: match[0], text: match[0], start: match.index };
}

/** Takes the text up to the end of the line or to the next label that ends in a colon. */
function readText(text: string, { read }: ReadingContext): Reading | null {
  const start = text.length - text.trimStart().length;
  const [line = ""] = text.trimStart().split("\n");
  const value = line
    .slice(0, nextLabel(line, read))
    .slice(0, maxTextLength)
    .replace(/[\s,;|:–-]+$/u, "")
    .replace(/\s+/g, " ");
  return isNoValue(value) ? null : { value, text: value, start };
}

/** "n/a" and dashes say that there is no value. */
export const isNoValue = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text) || /^\W*(?:n\s?\/\s?a|n\.\s?a|k\.\s?A)\W*$/iu.test(text);

/**
 * Where the next label of a line begins: its last word ends in a colon, and of the capitalised words before it those belong to
 * it that labels are made of ("Ida Holm Seats: 12", "Acme Invoice Number: 5"). A short word, a number or a unit may follow: "Ship to:", "Phone 2:", "Weight (kg):".
 */
function nextLabel(line: string, read: LabelReader): number | undefined {
  const found =
    /((?:\s+\p{Lu}[\p{L}.'’/-]*){0,2}\s+\p{Lu}[\p{L}.'’/-]*)(?:\s(?:\p{Ll}{1,4}|\d{1,2}|\([^)]{1,12}\)))?\s?:(?=\s|$)/u.exec(
      line,
    );
  if (!found) return undefined;
  const words = [...(found[1] ?? "").matchAll(/\s+\S+/gu)];
  const first = words.findIndex(
    ({ 0: word }, at) => at === words.length - 1 || read(word).some(({ known }) => known),
  );
  return found.index + (words[first]?.index ?? 0);
}

/** A name: at least as many letters as digits, up to an address or a contact, without remarks in brackets. */
function readName(text: string, kind: Field["kind"], context: ReadingContext): Reading | null {
  const reading = readText(text.replace(/^\s*\([^)]*\)\s*/, ""), context);
  if (!reading) return null;
  const [piece = ""] = piecesOf(reading.text);
  // "Dr Helena Marsh, Consultant Haematologist"
  const first = kind === "person" ? piece.replace(/,\s.*$/u, "") : piece;
  const value = first.replace(/\s*[([][^)\]]*\d{3,}[^)\]]*[)\]]\s*$/, "");
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  const isName =
    letters > 0 &&
    letters >= (value.match(/\d/g)?.length ?? 0) &&
    !/:\s/.test(value) &&
    !notName.test(value) &&
    !isLabelOf(value);
  return isName ? { ...reading, value, text: value } : null;
}

/** The ISO 4217 code of the first currency a text names. */
export function currencyIn(text: string): string | null {
  for (const [pattern, code] of currencies) {
    const match = pattern.exec(text);
    if (match) return code === "" ? (match[1] ?? null) : code;
  }
  return null;
}
