import { type Language, wordsOfAll } from "../../text/languages.ts";
import type { Span } from "../../text/sentences.ts";
import { isStopWordOf } from "../../text/stop-words.ts";
import { foldAccents } from "../../text/terms.ts";
import { entitiesOf } from "../entities.ts";
import { entityKey, isLegalForm, withoutLegalForm } from "./entity-key.ts";

/** Months and days of the week. In capitals they look like names. */
const calendarWords = wordsOfAll(({ months, weekdays }) => `${months} ${weekdays}`);

const isCalendarWord = (word: string): boolean => calendarWords.has(foldAccents(word));

/** Longer runs of capitalised words are headings. */
const maxWords = 8;
const legalFormAfterComma = /,(?=\s+(?:Inc|Ltd|LLC|LLP|Corp|Co|GmbH|AG|SA|SAS|SARL|SRL|SpA|BV|NV)\b)/g;
/** A name goes on after these: "St. Louis". */
const abbreviation = /(?<!\p{L})(St|Ste|Mt|Dr|Mr|Mrs|Ms|Prof|Hr|Fr|Mme|Sra?|Sig|Drs?)\.(?=\s+\p{Lu})/gu;
const dottedLegalForm =
  /(?<!\p{L})(?:S\.\s?p\.\s?A|S\.\s?A\.\s?S|S\.\s?A|S\.\s?r\.\s?l|B\.\s?V|N\.\s?V|L\.L\.C|P\.L\.C)\.?(?!\p{L})/giu;

/**
 * The names in a text, as it has them: words with capitals, without the small words around them and without headings in
 * capitals. `taken` are the spans of dates and amounts, which have no names. `isOrdinary` finds words that are not names, though they
 * have a capital.
 */
export function namesIn(
  text: string,
  taken: Span[],
  language: Language,
  isOrdinary: (word: string) => boolean,
): string[] {
  const names: string[] = [];
  for (const entity of entitiesOf(prepared(text, taken))) {
    const words = withoutSmallWords(entity.replace(/['’]s$/u, "").split(/\s+/), language);
    if (words.length === 0 || words.length > maxWords) continue;
    const name = words.join(" ");
    const key = entityKey(name);
    if (key.length < 2 || isLegalForm(key) || words.every(isCalendarWord)) continue;
    if (words.filter((word) => /^\p{Lu}/u.test(word)).every(isOrdinary)) continue;
    if (isShouted(words) && withoutLegalForm(key) === null) continue;
    names.push(name);
  }
  return names;
}

/** The text with what would tear names apart, or glue them together, out of the way. */
function prepared(text: string, taken: Span[]): string {
  let cut = text;
  for (const { start, end } of taken.toSorted((one, other) => other.start - one.start))
    cut = `${cut.slice(0, start)};${cut.slice(end)}`;
  return cut
    .replace(abbreviation, "$1")
    .replace(legalFormAfterComma, "")
    .replace(dottedLegalForm, (form) => form.replace(/[.\s]/g, ""));
}

/** Without the articles, pronouns and prepositions that begin or end a run of capitalised words: "In Paris", "Die Acme AG". */
function withoutSmallWords(words: string[], language: Language): string[] {
  const isSmall = (written = "") => {
    // "I've", "That's", "We'll"
    const word = written.toLowerCase().replace(/['’](?:m|ve|d|ll|re|s)$/u, "");
    return isStopWordOf("en", word) || isStopWordOf(language, word);
  };
  let [from, to] = [0, words.length];
  while (from < to && isSmall(words[from])) from++;
  while (to > from && isSmall(words[to - 1])) to--;
  return words.slice(from, to);
}

/** Several words wholly in capitals: a heading, "GENERAL CONDITIONS". */
const isShouted = (words: string[]): boolean =>
  words.length > 1 && !words.some((word) => /\p{Ll}/u.test(word)) && words.some(({ length }) => length > 3);
