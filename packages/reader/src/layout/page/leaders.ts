import { around } from "./box.ts";
import type { Word } from "./page.ts";

const leader = /^[.·…_․]+$/u;
const minWords = 4;
const minRows = 3;
/** So many dots are taken for a leader, whatever is around them. */
const minLeader = 5;
/** Dots further apart (in font sizes) than this are not a leader, and text further away from it does not belong to it. */
const maxGap = 3;
/** By how much the steps of one leader differ, in font sizes. */
const maxUnevenness = 0.2;

/**
 * Joins dots that lead the eye from an entry to its page number, however far apart they are, to one word that reaches
 * from one to the other. The page's content may have them in any order.
 */
export function joinLeaders(words: readonly Word[]): Word[] {
  if (!words.some(({ text }) => leader.test(text))) return [...words];
  const rows = rowsOf(words);
  const isToPage = leadersToPages(rows);
  const replaced = new Map<Word, Word[]>();
  for (const row of rows) {
    for (let from = 0; from < row.length; ) {
      const wide = runFrom(row, from, () => true);
      const isWide = isToPage(wide);
      const { dots, before, after } = isWide ? wide : runFrom(row, from, follows);
      from += Math.max(dots.length, 1);
      if (!isWide && dots.length < minWords && !isLineToPage(dots, after)) continue;
      const adjoins = isWide ? () => true : follows;
      const joined = leaderWord(dots, before, after, adjoins);
      for (const dot of dots) replaced.set(dot, []);
      replaced.set(dots[0] as Word, [isWide ? asLong(joined) : joined]);
      // The last dot may stand so close to the number that they look like one word.
      if (after && adjoins(dots.at(-1) as Word, after))
        replaced.set(after, [{ ...after, spaceBefore: true }]);
    }
  }
  return words.flatMap((word) => replaced.get(word) ?? [word]);
}

/** Dots of a row without another word between them, and the words beside them. */
type Run = { dots: Word[]; before: Word | undefined; after: Word | undefined };

/** The dots from a place in a row on, each joined to the one before. None where the row has another word there. */
function runFrom(row: readonly Word[], from: number, joins: (before: Word, dot: Word) => boolean): Run {
  let to = from;
  while (leader.test(row[to]?.text ?? "") && (to === from || joins(row[to - 1] as Word, row[to] as Word)))
    to += 1;
  return { dots: row.slice(from, to), before: row[from - 1], after: row[to] };
}

const pageNumber = /^[\divxlc]{1,5}$/i;

/**
 * Which runs of dots lead to page numbers, however wide their steps are: on a page where several rows have runs of even
 * steps before numbers that end at the same place, all runs before such numbers do, also a single dot.
 */
function leadersToPages(rows: readonly Word[][]): (run: Run) => boolean {
  const ends = rows.flatMap((row) =>
    row.flatMap((_, from) => {
      const run = runFrom(row, from, () => true);
      const isStart = !leader.test(row[from - 1]?.text ?? "");
      return isStart && isBeforePage(run) && isEven(run.dots) ? [run.after] : [];
    }),
  );
  const endTogether = (a: Word, b: Word) => Math.abs(a.right - b.right) < 0.5 * a.size;
  return (run) => isBeforePage(run) && ends.filter((end) => endTogether(end, run.after)).length >= minRows;
}

const isBeforePage = (run: Run): run is Run & { before: Word; after: Word } =>
  run.dots.length > 0 && run.before !== undefined && pageNumber.test(run.after?.text ?? "");

/** Whether a run has as many dots as a leader, in steps that are alike. Empty cells of a table are not. */
function isEven(dots: readonly Word[]): boolean {
  const steps = dots.slice(1).map((dot, index) => dot.left - (dots[index] as Word).left);
  return (
    dots.length >= minWords && Math.max(...steps) - Math.min(...steps) < maxUnevenness * (dots[0]?.size ?? 0)
  );
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

/** A line of underscores is one word. Without a page number behind it, it is a blank to be filled in. */
const isLineToPage = ([first]: readonly Word[], after: Word | undefined): boolean =>
  first !== undefined &&
  after !== undefined &&
  leader.test(first.text) &&
  first.text.length >= minWords &&
  pageNumber.test(after.text) &&
  follows(first, after);

function follows(before: Word, word: Word): boolean {
  const gap = word.left - before.right;
  return shareBaseline(before, word) && gap > -0.2 * word.size && gap < maxGap * word.size;
}

/** Where the entry left room for few dots, they are a leader all the same. */
const asLong = (word: Word): Word => ({ ...word, text: word.text.padEnd(minLeader, word.text) });

function leaderWord(
  run: readonly Word[],
  before: Word | undefined,
  after: Word | undefined,
  adjoins: (before: Word, word: Word) => boolean,
): Word {
  const [first] = run as [Word, ...Word[]];
  const last = run.at(-1) as Word;
  const box = around(run);
  const space = 0.3 * first.size;
  return {
    ...first,
    ...box,
    left: before && adjoins(before, first) ? Math.min(box.left, before.right + space) : box.left,
    right: after && adjoins(last, after) ? Math.max(box.right, after.left - space) : box.right,
    text: run.map(({ text }) => text).join(""),
    spaceBefore: true,
  };
}
