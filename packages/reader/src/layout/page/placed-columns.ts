import { around, median } from "./box.ts";
import type { Word } from "./page.ts";
import { isUnspaced } from "./script.ts";

/** Letters of a column touch, where nothing else shows that the page is set in columns (in font sizes). */
const maxStep = 1.2;
/** On a page of such columns they may stand this far apart. */
const maxPlacedStep = 2;
const minStep = 0.7;
const minChain = 2;
/** A page with this share of its letters in chains is set in columns. */
const minShare = 0.6;
/** How unevenly (in font sizes) letters are under each other. */
const maxShift = 0.15;
/** Above the foot of its last letter, in font sizes: where the tops of turned letters are. */
const turnedAscent = 0.85;

/**
 * Joins letters of Chinese and Japanese that are under each other, each placed by itself, to words that read downwards.
 * In rows of a table, single letters are under each other, too, but further apart.
 */
export function joinPlacedColumns(words: readonly Word[]): Word[] {
  const chains: Word[][] = [];
  for (const word of words) {
    const chain = chains.at(-1);
    if (chain && goesDown(chain.at(-1) as Word, word)) chain.push(word);
    else chains.push([word]);
  }
  const lettersOf = (some: readonly (readonly Word[])[]) =>
    some.flat().reduce((sum, { text }) => sum + text.length, 0);
  const isColumn = (chain: readonly Word[]) => chain.length >= minChain;
  const isPageOfColumns = lettersOf(chains.filter(isColumn)) >= minShare * lettersOf(chains);
  return chains.flatMap((chain) =>
    isColumn(chain) && (isPageOfColumns || median(stepsOf(chain)) <= maxStep) ? [columnWord(chain)] : chain,
  );
}

const baseline = (word: Word): number => word.top + word.ascent;

const stepsOf = (chain: readonly Word[]): number[] =>
  chain.slice(1).map((word, index) => (baseline(word) - baseline(chain[index] as Word)) / word.size);

const isSingle = ({ text, direction }: Word): boolean =>
  direction === 0 && [...text].length === 1 && isUnspaced(text);

function goesDown(before: Word, word: Word): boolean {
  if (!isSingle(before) || !isSingle(word)) return false;
  const step = (baseline(word) - baseline(before)) / word.size;
  return (
    before.font === word.font &&
    Math.abs(before.size - word.size) < 0.05 * word.size &&
    Math.abs(before.left + before.right - word.left - word.right) / 2 < maxShift * word.size &&
    step > minStep &&
    step < maxPlacedStep
  );
}

function columnWord(chain: readonly Word[]): Word {
  const [first] = chain as [Word, ...Word[]];
  const { left, right, top, bottom } = around(chain);
  const middle = (left + right) / 2;
  return {
    ...first,
    text: chain.map(({ text }) => text).join(""),
    left: middle - first.size / 2,
    right: middle + first.size / 2,
    top,
    bottom,
    ascent: turnedAscent * first.size,
    direction: 90,
  };
}
