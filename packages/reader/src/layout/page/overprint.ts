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
    let isCopy = false;
    for (let near = row - span; near <= row + span && !isCopy; near += 1) {
      for (const other of rows.get(near) ?? []) {
        if (Math.abs(other.top - word.top) >= reach || isApart(word, other, reach) || dropped.has(other))
          continue;
        if (isPartOf(word, other, reach)) {
          isCopy = true;
          break;
        }
        if (isPartOf(other, word, reach)) dropped.add(other);
      }
    }
    if (isCopy) {
      dropped.add(word);
      continue;
    }
    const own = rows.get(row) ?? [];
    if (own.length < maxInRow) own.push(word);
    rows.set(row, own);
  }
  return dropped.size === 0 ? [...words] : words.filter((word) => !dropped.has(word));
}

/** Points. The copies of a word are in the same or in neighbouring rows. */
const rowHeight = 4;

/** Most words of a row: neither can be a part of the other. */
const isApart = (word: Word, other: Word, reach: number): boolean =>
  word.left > other.right + 2 * reach || other.left > word.right + 2 * reach;

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
