import { wordsOfAll } from "../text/languages.ts";
import { tokenise } from "../text/terms.ts";

/** Of the runs of three words of two texts, the share that both must have. */
const minShared = 0.9;
const runLength = 3;
/** Shorter texts have too few words for a share to mean much. */
const minWords = 20;
/** A word of these turns a sentence round. */
const negations = wordsOfAll((language) => `${language.negations} ${language.halfNegations ?? ""}`.trim());

/** A text, ready to be compared with many. */
export type ComparedText = {
  plain: string;
  /** Read when it is first asked for: few texts have the signs of another. */
  read(): ReturnType<typeof readWords>;
};

/** Of a text in which white space is one space. */
export function toCompared(plain: string): ComparedText {
  let known: ReturnType<typeof readWords> | undefined;
  return {
    plain,
    read() {
      known ??= readWords(plain);
      return known;
    },
  };
}

/**
 * A hash of the digits and capitals of a text in their order, as far as they are ASCII, which costs a hundredth of reading it. Texts
 * that differ here differ in a number or a name. `before`: the hash of a text that precedes it.
 */
export function signsOf(text: string, before = 0): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSign = (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    if (isSign) hash = (Math.imul(hash, 31) + code) | 0;
  }
  return hash;
}

/**
 * Whether two texts are the same but for a few plain words, as editions of one text are. Numbers, names and negations must
 * be the same.
 */
export function sameButForLittle(one: ComparedText, other: ComparedText): boolean {
  const [own, others] = [one.read(), other.read()];
  if (own.telling !== others.telling || own.negations !== others.negations) return false;
  const [fewer, more] = [own.words.length, others.words.length].sort((a, b) => a - b) as [number, number];
  if (fewer < Math.max(minWords, more * minShared)) return false;
  const shared = [...own.runs].filter((run) => others.runs.has(run)).length;
  return shared >= minShared * (own.runs.size + others.runs.size - shared);
}

/** The numbers and the names (by their capitals) of a text, in order. */
const tellingOf = (plain: string): string =>
  [
    // Tried at the beginnings of words only: from within a long word it would be tried at each letter.
    ...(plain.match(/(?<![\p{L}\p{M}])[\p{L}\p{M}]*\p{N}[\p{L}\p{N}.,:/%-]*/gu) ?? []),
    ...(plain.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []),
  ].join("\n");

function readWords(plain: string) {
  const words = tokenise(plain).map(({ text }) => text);
  return {
    words,
    telling: tellingOf(plain),
    negations: words.filter((word) => negations.has(word) || word.endsWith("n't")).join(" "),
    runs: new Set(words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(" "))),
  };
}
