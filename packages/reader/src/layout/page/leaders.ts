import { around } from "./box.ts";
import type { Word } from "./page.ts";

const leader = /^[.·…_․]+$/u;
const minWords = 4;
/** Dots further apart (in font sizes) than this are no leader, and text further away from it does not belong to it. */
const maxGap = 3;

/**
 * Joins dots that lead the eye from an entry to its page number, however far apart they are, to one word that reaches
 * from one to the other.
 */
export function joinLeaders(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let from = 0; from < words.length; ) {
    const first = words[from] as Word;
    let to = from + 1;
    if (leader.test(first.text)) {
      while (to < words.length && leads(words[to - 1] as Word, words[to] as Word)) to += 1;
    }
    const run = words.slice(from, to);
    const isLeader = run.length >= minWords || isLineToPage(run, words[to]);
    joined.push(...(isLeader ? [leaderWord(run, joined.at(-1), words[to])] : run));
    from = to;
  }
  return joined;
}

/** A line of underscores is one word. Without a page number behind it, it is a blank to be filled in. */
const isLineToPage = ([first]: readonly Word[], after: Word | undefined): boolean =>
  first !== undefined &&
  after !== undefined &&
  leader.test(first.text) &&
  first.text.length >= minWords &&
  /^[\divxlc]{1,5}$/i.test(after.text) &&
  follows(first, after);

const leads = (before: Word, word: Word): boolean => leader.test(word.text) && follows(before, word);

function follows(before: Word, word: Word): boolean {
  const gap = word.left - before.right;
  const sameLine = Math.abs(before.top + before.ascent - word.top - word.ascent) < 0.2 * word.size;
  return sameLine && gap > -0.2 * word.size && gap < maxGap * word.size;
}

function leaderWord(run: readonly Word[], before: Word | undefined, after: Word | undefined): Word {
  const [first] = run as [Word, ...Word[]];
  const last = run.at(-1) as Word;
  const box = around(run);
  const space = 0.3 * first.size;
  return {
    ...first,
    ...box,
    left: before && follows(before, first) ? Math.min(box.left, before.right + space) : box.left,
    right: after && follows(last, after) ? Math.max(box.right, after.left - space) : box.right,
    text: run.map(({ text }) => text).join(""),
    spaceBefore: true,
  };
}
