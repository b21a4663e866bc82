/** Created when first needed, because the first one of a process takes some 50 ms. */
let graphemes: Intl.Segmenter | undefined;
let words: Intl.Segmenter | undefined;

function graphemeSegmenter(): Intl.Segmenter {
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return graphemes;
}

function wordSegmenter(): Intl.Segmenter {
  words ??= new Intl.Segmenter("und", { granularity: "word" });
  return words;
}

/** Characters after a place that show whether it is inside of what people see as one character. */
const lookAhead = 32;

/**
 * Whether `at` is between two characters as people see them, not inside an emoji, a flag or a letter with its accents.
 * `from` is such a place before it.
 */
export function isBetweenCharacters(text: string, from: number, at: number): boolean {
  if (at <= from || at >= text.length) return true;
  const [last, next] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  // Nothing before U+0300 joins what precedes it, and nothing before U+0600 joins what follows it.
  if (last < 0x600 && next < 0x300) return !(last === 0x0d && next === 0x0a);
  if (isSyllable(last) && isSyllable(next)) return true;
  return (
    graphemeSegmenter()
      .segment(text.slice(from, at + lookAhead))
      .containing(at - from)?.index ===
    at - from
  );
}

/** Chinese characters and Korean syllables: neither joins the other. */
const isSyllable = (code: number): boolean =>
  (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);

/** Where words, numbers and marks begin in `text.slice(start, end)`; languages without spaces have words too. */
export const wordStarts = (text: string, start: number, end: number): number[] =>
  Array.from(wordSegmenter().segment(text.slice(start, end)), ({ index }) => start + index);

/** Where characters as people see them begin in `text.slice(start, end)`. */
export const characterStarts = (text: string, start: number, end: number): number[] =>
  Array.from(graphemeSegmenter().segment(text.slice(start, end)), ({ index }) => start + index);
