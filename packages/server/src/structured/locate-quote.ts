/**
 * The words of a text that a quote repeats, word for word as they are there. Spaces and line breaks may differ, and
 * case and the form of quotation marks and dashes when `loose`. Null when the text does not hold them.
 *
 * It is not the finder of answers (`findQuote`): that one judges a statement, which must be in whole words, with its
 * sign and unit, and not be cut out of a sentence that says something else. A value that fills a schema may be any part of
 * a sentence or of a row of cells, and `valueInQuote` judges it.
 */
export function locateQuote(text: string, quote: string, loose = false): string | null {
  const wanted = quote.trim();
  if (wanted === "") return null;
  if (text.includes(wanted)) return wanted;
  const pattern = wanted
    .slice(0, maxQuote)
    .split(/[\s|]+/)
    .map((word) => (loose ? loosened(escaped(word)) : escaped(word)))
    .join("[\\s|]+");
  return new RegExp(pattern, loose ? "iu" : "u").exec(text)?.[0] ?? null;
}

const maxQuote = 2_000;

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

const loosened = (word: string): string =>
  word
    .replace(/["“”„«»]/g, '["“”„«»]')
    .replace(/['’‘]/g, "['’‘]")
    .replace(/[-–—−]/g, "[-–—−]");
