import { letterPairs } from "./generated/language-statistics.ts";
import { readCosts } from "./letter-costs.ts";

/** How well a text fits a language: the sum of the costs of its letters, each after the one before. */
export type LanguageModel = {
  /** Place of a lowercase letter in the rows and columns of `pairs`; undefined when the language has no such letter. */
  place: (letter: string) => number | undefined;
  /** Costs of a letter after another one, rows one after the other. Place 0 is the end of a word. */
  pairs: Float64Array;
  width: number;
  /** Whether it is written in Latin letters. */
  latin: boolean;
};

const models = new Map<string, LanguageModel>();

/** The statistics of a language (two letters), which are unpacked at first use: at most 36 tables of some 10 kB. */
export function languageModel(language: string): LanguageModel {
  const known = models.get(language);
  if (known) return known;
  const model = unpack(language);
  models.set(language, model);
  return model;
}

function unpack(language: string): LanguageModel {
  const { letters, costs } = letterPairs[language] ?? { letters: "", costs: "0" };
  const places = new Map([...letters].map((letter, index) => [letter, index + 1]));
  return {
    place: (letter) => places.get(letter),
    pairs: readCosts(costs),
    width: places.size + 1,
    latin: places.has("a"),
  };
}

/** The cost of a letter that the language does not have. Names bring foreign letters of the same script. */
const foreignLetter = 11;
const foreignLatinLetter = 8.5;
/** Latin letters among letters of another script are names and addresses: usual, and no sign of anything. */
const latinAside = 3.5;
/** Letters of two scripts side by side in a word. */
const scriptChange = 10;
const capitalInside = 5;
const capitalAtStart = 2;
const smallAtStart = 0.15;
const capitalAfterCapital = 0.7;
/** Signs that typographers use, by their own frequency. */
const usualSign = 4;
const unusualSign = 8;
const signBesideLetter = 4;
const signBesideSign = 3;
const repeated = 0.5;
const control = 14;
const undecodable = 16;

/** How one character counts, whatever the language. */
export type CharacterKind = {
  /** In lower case. */
  letter: string;
  capital: boolean;
  isLetter: boolean;
  /** Whether it is a letter of the Latin script, with an accent or without. */
  latin: boolean;
  /** Of a sign, by its own frequency. */
  cost: number;
};

export function characterKind(character: string): CharacterKind {
  const letter = character.toLowerCase();
  const isLetter = /[\p{L}\p{M}]/u.test(character) && !/[ªº]/.test(character);
  // The tone marks of windows-1258 stand after their letter.
  const latin = isLetter && /\p{Script=Latin}|[\u0300-\u036f]/u.test(character);
  const capital = isLetter && letter !== character;
  return { letter, capital, isLetter, latin, cost: isLetter ? 0 : signCost(character) };
}

function signCost(character: string): number {
  if (character <= "\x7f") return 0;
  if (/[„“”‚‘’«»–—…°§€£№•©®™\u00a0·¿¡\u2015]/.test(character)) return usualSign;
  if (/[\p{Cc}]/u.test(character)) return control;
  if (/[\ufffd\p{Co}\p{Cn}]/u.test(character)) return undecodable;
  return unusualSign;
}

function foreignCost({ latin, letter }: CharacterKind): number {
  if (!latin) return foreignLetter;
  return letter <= "z" ? latinAside : foreignLatinLetter;
}

/** What the place of a sign adds to its cost. Lines of a box are the same sign many times over. */
function placeCost(kind: CharacterKind, previous?: CharacterKind, next?: CharacterKind): number {
  if (previous?.letter === kind.letter) return repeated - kind.cost;
  const touches = previous?.isLetter || next?.isLetter;
  if (kind.cost > usualSign) return touches ? signBesideLetter : 0;
  if (next && next.cost > 0 && next.letter !== kind.letter) return signBesideSign;
  if (/[’”]/.test(kind.letter)) return next?.isLetter && !previous?.isLetter ? signBesideLetter : 0;
  return previous?.isLetter && next?.isLetter ? signBesideLetter : 0;
}

/** The cost of a text in a language. Lower is likelier. */
export function textCost(kinds: readonly CharacterKind[], { place, pairs, width }: LanguageModel): number {
  let cost = 0;
  let before = 0;
  let previous: CharacterKind | undefined;
  for (const [index, kind] of kinds.entries()) {
    cost += kind.cost;
    let at = 0;
    if (kind.isLetter) {
      const known = place(kind.letter);
      if (known !== undefined) at = known;
      else cost += foreignCost(kind);
      if (previous?.isLetter && previous.latin !== kind.latin) cost += scriptChange;
      if (kind.capital) {
        if (!previous?.isLetter) cost += capitalAtStart;
        else cost += previous.capital ? capitalAfterCapital : capitalInside;
      } else if (!previous?.isLetter) cost += smallAtStart;
      if (known !== undefined || !kind.latin) cost += pairs[before * width + at] ?? 0;
    } else {
      if (kind.cost > 0) cost += placeCost(kind, previous, kinds[index + 1]);
      if (before !== 0) cost += pairs[before * width] ?? 0;
    }
    before = at;
    previous = kind;
  }
  return cost;
}
