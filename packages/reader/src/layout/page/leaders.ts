import { around } from "./box.ts";
import type { Word } from "./page.ts";

const leader = /^[.·…_․]+$/u;
const minWords = 4;
/** Dots further apart (in font sizes) than this are no leader, and text further away from it does not belong to it. */
const maxGap = 3;

/**
 * Joins dots that lead the eye from an entry to its page number, however far apart they are, to one word that reaches
 * from one to the other. The page's content may have them in any order.
 */
export function joinLeaders(words: readonly Word[]): Word[] {
  if (!words.some(({ text }) => leader.test(text))) return [...words];
  const replaced = new Map<Word, Word[]>();
  for (const row of rowsOf(words)) {
    for (let from = 0; from < row.length; ) {
      const to = endOfLeader(row, from);
      const run = row.slice(from, Math.max(to, from + 1));
      from += run.length;
      const [before, after] = [row[from - run.length - 1], row[from]];
      if (run.length < minWords && !isLineToPage(run, after)) continue;
      for (const dot of run) replaced.set(dot, []);
      replaced.set(run[0] as Word, [leaderWord(run, before, after)]);
      // The last dot may stand so close to the number that they look like one word.
      if (after && follows(run.at(-1) as Word, after)) replaced.set(after, [{ ...after, spaceBefore: true }]);
    }
  }
  return words.flatMap((word) => replaced.get(word) ?? [word]);
}

const baseline = (word: Word): number => word.top + word.ascent;

const shareBaseline = (before: Word, word: Word): boolean =>
  Math.abs(baseline(before) - baseline(word)) < 0.2 * word.size;

/** Words on one baseline, from left to right. */
function rowsOf(words: readonly Word[]): Word[][] {
  const rows: Word[][] = [];
  for (const word of [...words].sort((a, b) => baseline(a) - baseline(b))) {
    const row = rows.at(-1);
    if (row && shareBaseline(row[0] as Word, word)) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

/** One past the last dot of the leader that begins here; where none does, the same place. */
function endOfLeader(row: readonly Word[], from: number): number {
  let to = from;
  while (leader.test(row[to]?.text ?? "") && (to === from || follows(row[to - 1] as Word, row[to] as Word)))
    to += 1;
  return to;
}

/** A line of underscores is one word. Without a page number behind it, it is a blank to be filled in. */
const isLineToPage = ([first]: readonly Word[], after: Word | undefined): boolean =>
  first !== undefined &&
  after !== undefined &&
  leader.test(first.text) &&
  first.text.length >= minWords &&
  /^[\divxlc]{1,5}$/i.test(after.text) &&
  follows(first, after);

function follows(before: Word, word: Word): boolean {
  const gap = word.left - before.right;
  return shareBaseline(before, word) && gap > -0.2 * word.size && gap < maxGap * word.size;
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
