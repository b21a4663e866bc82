import { around, centreOf, contains } from "./box.ts";
import type { Rule, Word } from "./page.ts";

/** A heading that is turned has no more words than this in a line. */
const maxWords = 6;

/** A line of turned text as one upright word in the place where it stands, and the words that it is made of. */
export type TurnedCell = { word: Word; from: readonly Word[] };

/**
 * Lines of text that run up or down within the lines of a table, as headings of narrow columns do. Text elsewhere
 * (stamps along the margin, watermarks) is not in a table.
 */
export function turnedCells(asides: readonly Word[], rules: readonly Rule[]): TurnedCell[] {
  const drawn = around(rules);
  const inside = asides.filter(
    (word) => (word.direction === 90 || word.direction === 270) && contains(drawn, ...centreOf(word)),
  );
  const lines: Word[][] = [];
  for (const word of inside) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    if (line && before && continues(before, word)) line.push(word);
    else lines.push([word]);
  }
  return lines.filter((line) => line.length <= maxWords).map((from) => ({ word: uprightWord(from), from }));
}

/** Turned words follow each other along the page's height. */
function continues(before: Word, word: Word): boolean {
  const gap = before.direction === 270 ? before.top - word.bottom : word.top - before.bottom;
  return (
    before.direction === word.direction &&
    Math.abs(before.left - word.left) < 0.2 * word.size &&
    gap > -0.2 * word.size &&
    gap < word.size
  );
}

function uprightWord(words: readonly Word[]): Word {
  const [first] = words as [Word, ...Word[]];
  const box = around(words);
  const text = words
    .map((word, index) => (index > 0 && word.spaceBefore ? ` ${word.text}` : word.text))
    .join("");
  // Its foot is where the text of upright headings in the same row is.
  return {
    ...first,
    ...box,
    text,
    ascent: box.bottom - box.top - 0.2 * first.size,
    direction: 0,
    spaceBefore: true,
  };
}
