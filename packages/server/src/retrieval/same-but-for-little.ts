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
  /** Its numbers and its names (by their capitals) in order. Texts that differ here are never the same. */
  telling: string;
  /** The rest takes longer, and few texts have the `telling` of another: it is read when it is first asked for. */
  read(): { words: string[]; negations: string; runs: Set<string> };
};

/** Of a text in which white space is one space. */
export function toCompared(plain: string): ComparedText {
  let known: ReturnType<typeof readWords> | undefined;
  return {
    telling: tellingOf(plain),
    read() {
      known ??= readWords(plain);
      return known;
    },
  };
}

/**
 * Whether two texts are the same but for a few plain words, as editions of one text are. Numbers, names and negations must
 * be the same.
 */
export function sameButForLittle(one: ComparedText, other: ComparedText): boolean {
  if (one.telling !== other.telling) return false;
  const [own, others] = [one.read(), other.read()];
  if (own.negations !== others.negations) return false;
  const [fewer, more] = [own.words.length, others.words.length].sort((a, b) => a - b) as [number, number];
  if (fewer < Math.max(minWords, more * minShared)) return false;
  const shared = [...own.runs].filter((run) => others.runs.has(run)).length;
  return shared >= minShared * (own.runs.size + others.runs.size - shared);
}

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
    negations: words.filter((word) => negations.has(word) || word.endsWith("n't")).join(" "),
    runs: new Set(words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(" "))),
  };
}
