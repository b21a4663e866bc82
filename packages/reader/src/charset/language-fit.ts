import { letterPairs } from "./generated/language-statistics.ts";
import { type LanguageModel, languageModel } from "./language-model.ts";

/** The cost of a letter that a language does not have. One that none has is of a language that is not known. */
const foreignLetter = 8.5;
const unknownLetter = 4;
const knownLetters = new Set(Object.values(letterPairs).flatMap(({ letters }) => [...letters]));
/** The cost of a capital after a small letter, and of a sign or a figure between letters. */
const capitalInside = 5;
const signInside = 5;
/**
 * Words of a language cost 3 for each letter in it, and 3.7 where they are names or of a related language; the fewer letters,
 * the more they scatter. Letters shifted in the alphabet cost 5 to 6, and vowels changed for other vowels 4.3.
 */
export const usualCost = 3.7;
const scatter = 4.5;
const maxWords = 200;
const minWords = 3;
const minLetters = 12;

export type LanguageFit = {
  /** Two letters: the language that the words fit best. */
  language: string;
  /** The mean cost of a letter in it. */
  cost: number;
};

/**
 * Whether words fit none of the languages that are known: 36, in the Latin, Cyrillic, Greek, Arabic, Hebrew and Thai
 * scripts. Words of each script may be of another language. False where there are too few to judge. A word counts once, and
 * at most 200 count.
 */
export function fitsNoLanguage(words: Iterable<string>): boolean {
  const judged = judgedWords(words);
  const letters = countLetters(judged);
  if (judged.length < minWords || letters < minLetters) return false;
  const limit = usualCost + scatter / Math.sqrt(letters);
  let cost = 0;
  for (const [script, own] of Map.groupBy(judged, (word) => word.script)) {
    // One that is good enough ends the search: most texts are in one of the first languages.
    const good = limit * countLetters(own);
    let best = Number.POSITIVE_INFINITY;
    for (const language of languagesByScript.get(script) ?? []) {
      best = Math.min(best, costIn(language, own));
      if (best <= good) break;
    }
    cost += best;
  }
  return cost > limit * letters;
}

/** Whether words can be compared with this language (two letters). */
export const knowsLanguage = (language: string): boolean => Object.hasOwn(letterPairs, language);

/** The language that words fit best, of those named or of all. Null where none can be judged. */
export function languageFit(
  words: Iterable<string>,
  languages: readonly string[] = Object.keys(letterPairs),
): LanguageFit | null {
  const judged = judgedWords(words);
  const letters = countLetters(judged);
  if (letters === 0) return null;
  return languages
    .map((language) => ({ language, cost: costIn(language, judged) / letters }))
    .reduce((best, fit) => (fit.cost < best.cost ? fit : best));
}

/** A letter of each script that every language of it has. */
const scripts = { Latin: "a", Cyrillic: "а", Greek: "α", Arabic: "ا", Hebrew: "א", Thai: "ก" } as const;
type Script = keyof typeof scripts;
const scriptTests = Object.keys(scripts).map(
  (script) => [script as Script, new RegExp(`\\p{Script=${script}}`, "u")] as const,
);
const scriptOf = (letter: string): Script | undefined =>
  scriptTests.find(([, test]) => test.test(letter))?.[0];

const languagesByScript = new Map(
  Object.keys(scripts).map((script) => [script, languagesIn(script as Script)]),
);

/** The languages of a script, English first. */
function languagesIn(script: Script): string[] {
  const all = Object.entries(letterPairs).filter(([, { letters }]) => letters.includes(scripts[script]));
  const names = all.map(([language]) => language);
  return names.includes("en") ? ["en", ...names.filter((language) => language !== "en")] : names;
}

const countLetters = (words: readonly JudgedWord[]): number =>
  words.reduce((sum, { letters }) => sum + letters.length, 0);

type JudgedWord = { letters: string[]; script: Script; penalty: number };

/** Addresses, names of files and identifiers are in no language. */
const isName = /[@_\\]|\w[./:(]\w/;
/** Persian and Arabic keyboards write these letters with either code. */
const twins: Readonly<Record<string, string>> = { ي: "ی", ی: "ي", ك: "ک", ک: "ك", ى: "ی" };

const plainWord = /^[A-Za-z]+$/;

function judgedWords(words: Iterable<string>): JudgedWord[] {
  const distinct = new Set<string>();
  for (const word of words) {
    if (distinct.size >= maxWords) break;
    distinct.add(plainWord.test(word) ? word : word.replace(/^\P{L}+|[^\p{L}\p{M}]+$/gu, ""));
  }
  const judged: JudgedWord[] = [];
  for (const word of distinct) {
    const known = judgedBefore.get(word);
    const own = known === undefined ? judgedWord(word) : known;
    if (own) judged.push(own);
    if (known !== undefined) continue;
    if (judgedBefore.size >= maxJudged) judgedBefore.clear();
    judgedBefore.set(word, own);
  }
  return judged;
}

/** The words of one page come again on the next, and each is judged for its page and for its font. */
const judgedBefore = new Map<string, JudgedWord | null>();
const maxJudged = 10_000;

/** What a character is in a word of any language. */
type CharacterKind = {
  isLetter: boolean;
  /** Of a letter; undefined where its script is not known. */
  script: Script | undefined;
  isSmall: boolean;
  isCapital: boolean;
  /** Of a letter, in lower case. */
  letter: string;
  /** Whether it may be part of a word: a mark, an apostrophe, a dot of an abbreviation. */
  isUsual: boolean;
};

const kinds = new Map<string, CharacterKind>();
const maxKinds = 5_000;

/** Tests with properties of Unicode are slow, and texts have few different characters. */
function kindOf(character: string): CharacterKind {
  let kind = kinds.get(character);
  if (!kind) {
    const isLetter = /\p{L}/u.test(character);
    kind = {
      isLetter,
      script: isLetter ? scriptOf(character) : undefined,
      isSmall: /\p{Ll}/u.test(character),
      isCapital: /\p{Lu}/u.test(character),
      // A Turkish İ would become two characters.
      letter: character === "İ" ? "i" : character.toLowerCase(),
      isUsual: /[\p{M}'’.,/&-]/u.test(character),
    };
    if (kinds.size < maxKinds) kinds.set(character, kind);
  }
  return kind;
}

/**
 * The letters of a word, and what counts against it in every language. Null where it tells nothing: shorter words are
 * often abbreviations.
 */
function judgedWord(word: string): JudgedWord | null {
  if (isName.test(word)) return null;
  const letters: string[] = [];
  let script: Script | undefined;
  let penalty = 0;
  let isAfterSmall = false;
  for (const character of word.normalize("NFC")) {
    const kind = kindOf(character);
    if (kind.isLetter) {
      if (!kind.script) return null;
      script ??= kind.script;
      if (isAfterSmall && kind.isCapital) penalty += capitalInside;
      letters.push(kind.letter);
    } else if (!kind.isUsual) penalty += signInside;
    isAfterSmall = kind.isSmall;
  }
  return script && letters.length >= 3 ? { letters, script, penalty } : null;
}

/** Words of scripts that run to the left may still be in the order in which they are drawn. */
function costIn(language: string, words: readonly JudgedWord[]): number {
  const model = languageModel(language);
  const penalty = words.reduce((sum, word) => sum + word.penalty, 0);
  const cost = (turned: boolean) =>
    words.reduce((sum, { letters }) => sum + wordCost(turned ? letters.toReversed() : letters, model), 0);
  return penalty + (leftward.has(language) ? Math.min(cost(false), cost(true)) : cost(false));
}

const leftward = new Set(["ar", "fa", "he"]);

function wordCost(letters: readonly string[], { place, pairs, width }: LanguageModel): number {
  let cost = 0;
  let before = 0;
  for (const letter of letters) {
    const at = place(letter) ?? place(twins[letter] ?? "") ?? 0;
    if (at > 0) cost += pairs[before * width + at] ?? 0;
    else cost += knownLetters.has(letter) ? foreignLetter : unknownLetter;
    before = at;
  }
  return cost + (before === 0 ? 0 : (pairs[before * width] ?? 0));
}
