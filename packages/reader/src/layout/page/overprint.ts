import type { Word } from "./page.ts";

/** Two copies of a text lie this near each other, in font sizes. */
const maxShift = 0.2;
/** Words in one row of a page that are compared. */
const maxInRow = 300;

/**
 * Drops words that are drawn a second time at almost the same place. Some programs fake shadows and bold this way, and
 * some draw the second copy in other pieces: `code:`, and `code` over it.
 */
export function withoutOverprint(words: readonly Word[]): Word[] {
  const rows = new Map<number, Word[]>();
  const dropped = new Set<Word>();
  for (const word of words) {
    const reach = maxShift * word.size;
    const row = Math.round(word.top / rowHeight);
    const span = Math.ceil(reach / rowHeight);
    const near = Array.from({ length: 2 * span + 1 }, (_, index) => rows.get(row - span + index) ?? []);
    for (const other of near.flat()) {
      if (dropped.has(other) || Math.abs(other.top - word.top) >= reach) continue;
      if (isPartOf(word, other, reach)) {
        dropped.add(word);
        break;
      }
      if (isPartOf(other, word, reach)) dropped.add(other);
    }
    if (dropped.has(word)) continue;
    const own = rows.get(row) ?? [];
    if (own.length < maxInRow) own.push(word);
    rows.set(row, own);
  }
  return dropped.size === 0 ? [...words] : words.filter((word) => !dropped.has(word));
}

/** Points. The copies of a word are in the same or in neighbouring rows. */
const rowHeight = 4;

/** Whether the other word shows the text of the word at the same place. */
function isPartOf(word: Word, other: Word, reach: number): boolean {
  if (word.left < other.left - reach || word.right > other.right + 2 * reach) return false;
  if (word.text === other.text)
    return Math.abs(other.left - word.left) < reach && Math.abs(other.right - word.right) < 2 * reach;
  if (Math.abs(word.size - other.size) > 0.05 * word.size) return false;
  const at = other.text.indexOf(word.text);
  if (at === -1 || other.text.length === 0) return false;
  const letter = (other.right - other.left) / other.text.length;
  return Math.abs(other.left + at * letter - word.left) < Math.max(reach, letter);
}
