import type { Word } from "./page.ts";
import { hasLeftToRight, hasRightToLeft } from "./script.ts";

const basicLatin = /^[\0-\x7f]*$/;

/**
 * Orders the words of one line as they are read. The characters inside a word are already in logical order. Of the
 * Unicode bidirectional algorithm (UAX 9), only one step is left: reversing runs of words in the other direction.
 */
export function wordsInReadingOrder(words: readonly Word[]): { words: Word[]; rightToLeft: boolean } {
  const sorted = [...words].sort((a, b) => a.left - b.left);
  if (sorted.every((word) => basicLatin.test(word.text))) return { words: sorted, rightToLeft: false };
  let toTheLeft = 0;
  let toTheRight = 0;
  for (const word of sorted) {
    if (hasRightToLeft(word.text)) toTheLeft += word.text.length;
    else if (hasLeftToRight(word.text)) toTheRight += word.text.length;
  }
  if (toTheLeft === 0) return { words: sorted, rightToLeft: false };
  const rightToLeft = toTheLeft >= toTheRight;
  if (rightToLeft) sorted.reverse();
  const isForeign = rightToLeft ? hasLeftToRight : hasRightToLeft;
  return { words: turnRuns(sorted, isForeign), rightToLeft };
}

/** Reverses each run of words in the other direction. Numbers and signs between two such words belong to the run. */
function turnRuns(words: Word[], isForeign: (text: string) => boolean): Word[] {
  const result: Word[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index];
    if (!word) break;
    if (!isForeign(word.text)) {
      result.push(word);
      index += 1;
      continue;
    }
    let last = index;
    for (let ahead = index + 1; ahead < words.length; ahead += 1) {
      const next = words[ahead];
      if (!next) break;
      if (isForeign(next.text)) last = ahead;
      else if (hasLeftToRight(next.text) || hasRightToLeft(next.text)) break;
    }
    result.push(...words.slice(index, last + 1).reverse());
    index = last + 1;
  }
  return result;
}
