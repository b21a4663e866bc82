import { linesOfWords } from "../lines/page-lines.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { around, type Box, overlap } from "../page/box.ts";
import type { StructureNode, Word } from "../page/page.ts";
import { standsInColumns, tableOfTags } from "./table-of-tags.ts";
import { type TaggedPart, type TextRole, taggedParts } from "./tagged-parts.ts";

/** A text by its tag, with its words in the order of the tree. */
export type TaggedText = { role: TextRole; words: Word[] };

/** A figure with a text that stands for it. */
export type TaggedFigure = Box & { alternative: string };

/** What the structure tree says about a page whose words bear it out. */
export type TaggedPage = {
  /** In reading order. */
  parts: (TaggedText | TableBlock)[];
  figures: TaggedFigure[];
  /** Words that no text and no table has: margins, labels of figures, tables that do not hold, and what has no tag. */
  loose: Word[];
  /** Those of them that have no tag at all. */
  untagged: ReadonlySet<Word>;
};

export const isTaggedText = (part: TaggedText | TableBlock): part is TaggedText => "role" in part;

export const isTaggedTitle = (part: TaggedText | TableBlock): boolean =>
  isTaggedText(part) && part.role.kind === "title";

/** Of the words of a page outside its margins, and of those between tagged ones, at least this share is tagged. */
const minTagged = 0.9;
const marginShare = 0.12;
/** One tag around more of a page's letters says nothing about it. */
const maxLargestShare = 0.6;
const maxLettersInOne = 1_500;
/** The share of steps from block to block that may lead back to a place above, as to a figure that floats. */
const maxStepsBack = 0.1;

/** Null where the page shows that its tree is wrong: words without tags or with two, or blocks in no order. */
export function taggedPage(
  structure: StructureNode,
  words: readonly Word[],
  height: number,
): TaggedPage | null {
  const found = taggedParts(structure);
  const wordsOf = wordsByContent(words);
  const included = new Set(
    found.flatMap((part) => (part.kind === "figure" ? part.contents : contentsOfPart(part))),
  );
  // A table whose tags lack cells is read by its lines.
  const isIncluded = ({ content }: Word) => content !== undefined && included.has(content);
  const claimed = new Set<number>();
  const placed: (TaggedText | TableBlock)[] = [];
  const place = (part: TaggedPart): void => {
    if (part.kind === "figure") return;
    if (part.kind === "text") {
      const own = part.contents.flatMap((content) => wordsOf.get(content) ?? []);
      if (own.length > 0) placed.push({ role: part.role, words: own });
      return;
    }
    const table = tableOfTags(part.rows, (content) => wordsOf.get(content) ?? []);
    const isWhole = table !== null && !words.some((word) => !isIncluded(word) && standsIn(word, table));
    if (isWhole && (!part.otherwise || standsInColumns(table))) placed.push(table);
    else if (part.otherwise) part.otherwise.forEach(place);
    else for (const content of contentsOfPart(part)) claimed.delete(content);
  };
  for (const part of found) {
    if (part.kind === "figure") continue;
    for (const content of contentsOfPart(part)) {
      if (!wordsOf.has(content)) continue;
      if (claimed.has(content)) return null;
      claimed.add(content);
    }
    place(part);
  }
  const isTagged = (word: Word) => word.content !== undefined && claimed.has(word.content);
  const figureContents = new Set(found.flatMap((part) => (part.kind === "figure" ? part.contents : [])));
  const tableContents = new Set(found.flatMap((part) => (part.kind === "table" ? contentsOfPart(part) : [])));
  const isKnown = (word: Word) =>
    isTagged(word) ||
    (word.content !== undefined && (figureContents.has(word.content) || tableContents.has(word.content)));
  if (
    placed.length === 0 ||
    !covers(words, height, isTagged, isKnown) ||
    !divides(placed) ||
    !isInOrder(placed)
  )
    return null;
  const figures = found.flatMap((part) => {
    if (part.kind !== "figure" || !part.figure.box || part.figure.alternative === undefined) return [];
    return [{ ...part.figure.box, alternative: part.figure.alternative }];
  });
  const loose = words.filter((word) => !isTagged(word));
  return { parts: placed, figures, loose, untagged: new Set(loose.filter((word) => !isKnown(word))) };
}

/** Whether most of a word's width and some of its height are inside of a box: turned headings reach above their row. */
const standsIn = (word: Word, box: Box): boolean =>
  overlap(word.left, word.right, box.left, box.right) > 0.5 * (word.right - word.left) &&
  overlap(word.top, word.bottom, box.top, box.bottom) > 0.2 * (word.bottom - word.top);

function wordsByContent(words: readonly Word[]): Map<number, Word[]> {
  const byContent = new Map<number, Word[]>();
  for (const word of words) {
    if (word.content === undefined) continue;
    const own = byContent.get(word.content);
    if (own) own.push(word);
    else byContent.set(word.content, [word]);
  }
  return byContent;
}

const contentsOfPart = (part: Exclude<TaggedPart, { kind: "figure" }>): number[] =>
  part.kind === "text"
    ? part.contents
    : part.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.contents));

function covers(
  words: readonly Word[],
  height: number,
  isTagged: (word: Word) => boolean,
  isKnown: (word: Word) => boolean,
): boolean {
  const { top, bottom } = around(words.filter(isTagged));
  const inside = words.filter(
    (word) =>
      (word.bottom > top && word.top < bottom) ||
      (word.bottom > marginShare * height && word.top < (1 - marginShare) * height),
  );
  return inside.filter(isKnown).length >= minTagged * inside.length;
}

function divides(parts: readonly (TaggedText | TableBlock)[]): boolean {
  const letters = parts.map((part) =>
    isTaggedText(part) ? part.words.reduce((sum, { text }) => sum + text.length, 0) : 0,
  );
  const total = letters.reduce((sum, count) => sum + count, 0);
  const largest = Math.max(...letters);
  return largest <= maxLettersInOne || largest <= maxLargestShare * total;
}

function isInOrder(parts: readonly (TaggedText | TableBlock)[]): boolean {
  const boxes = parts
    .filter((part) => !isTaggedText(part) || (part.role.kind !== "note" && part.role.kind !== "caption"))
    .map((part) => (isTaggedText(part) ? ends(part.words) : { first: part, last: part }));
  const letters = parts.flatMap((part) => (isTaggedText(part) ? part.words : []));
  const leftward = letters.filter(({ text }) => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)).length;
  const isRightToLeft = leftward > 0.5 * letters.length;
  let back = 0;
  for (let index = 1; index < boxes.length; index += 1) {
    const before = (boxes[index - 1] as Ends).last;
    const next = (boxes[index] as Ends).first;
    const height = Math.min(before.bottom - before.top, next.bottom - next.top);
    if (next.top > before.top - 0.5 * height) continue;
    const shared = overlap(before.left, before.right, next.left, next.right);
    const isBeside = shared < 0.3 * Math.min(before.right - before.left, next.right - next.left);
    const isOnward = isRightToLeft ? next.right < before.right : next.left > before.left;
    if (!isBeside || !isOnward) back += 1;
  }
  return back <= maxStepsBack * boxes.length + 0.5;
}

type Ends = { first: Box; last: Box };

/** The first and the last line of a text, which may go on in the next column. */
function ends(words: readonly Word[]): Ends {
  const lines = linesOfWords(words);
  const holds = (word: Word | undefined) => lines.find((line) => word && line.words.includes(word));
  const whole = around(words);
  return { first: holds(words[0]) ?? whole, last: holds(words.at(-1)) ?? whole };
}
