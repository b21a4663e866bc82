import { labelsValue } from "../fields/labelled-values.ts";
import { listMarker } from "../lines/list-marker.ts";
import { type Atom, isLine } from "../lines/page-bands.ts";
import type { PlacedBlock } from "../lines/placed-block.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { rowsOfLines } from "../lines/text-rows.ts";
import type { Region } from "../order/reading-order.ts";
import { around, type Box, median, overlap } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { TextRole } from "../tagged/tagged-parts.ts";

/** Lines that belong together: a paragraph, a list item, a heading. */
export type TextBlock = Box & {
  lines: Line[];
  size: number;
  bold: boolean;
  region: Box;
  /** Whether the first line says what the others are, and is not a heading. */
  isLabelled?: boolean;
  /** What it is by its tag. */
  role?: TextRole;
};

export type Block = TextBlock | TableBlock | PlacedBlock;

export function isTextBlock(block: Block): block is TextBlock {
  return "lines" in block;
}

/** Divides the lines of a region, top to bottom, into blocks. */
export function blocksOfRegion(region: Region): Block[] {
  if (region.isLabelled) return [labelled(region.atoms.filter(isLine), region)];
  const lines = rowsOfLines(region.atoms.filter(isLine)).map((row) =>
    row.lines.length === 1 ? (row.lines[0] as Line) : makeLine(row.lines.flatMap((line) => line.words)),
  );
  const others = region.atoms.filter((atom): atom is NotLine => !isLine(atom)).sort(byRow);
  const blocks: Block[] = [];
  let open: Line[] = [];
  const finish = () => {
    if (open.length > 0) blocks.push(makeBlock(open, region));
    open = [];
  };
  lines.forEach((line, index) => {
    while (others[0] && others[0].top < line.top) {
      finish();
      blocks.push(others.shift() as NotLine);
    }
    const before = open.at(-1);
    if (before && startsBlock(open, line, lines[index + 1], region)) finish();
    open.push(line);
  });
  finish();
  blocks.push(...others);
  return joinLabels(joinCode(blocks, region), region);
}

const labelled = (lines: Line[], region: Box): TextBlock => ({
  ...makeBlock(lines, region),
  isLabelled: true,
});

function joinLabels(blocks: readonly Block[], region: Box): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before && isTextBlock(before) && isTextBlock(block) && labelsValue(before, block)) {
      joined[joined.length - 1] = labelled([...before.lines, ...block.lines], region);
    } else joined.push(block);
  }
  return joined;
}

type NotLine = Exclude<Atom, Line>;

/** Form fields of one row differ a little in height, and are read from the left. */
const byRow = (a: NotLine, b: NotLine) =>
  overlap(a.top, a.bottom, b.top, b.bottom) > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top)
    ? a.left - b.left
    : a.top - b.top;

/** Joins neighbouring blocks of code, so that a listing keeps its empty lines and its comments in other sizes. */
function joinCode(blocks: Block[], region: Box): Block[] {
  const isCode = (block: Block): block is TextBlock =>
    isTextBlock(block) && block.lines.every((line) => line.monospaced);
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before && isCode(before) && isCode(block) && block.top - before.bottom < 2 * block.size) {
      joined[joined.length - 1] = makeBlock([...before.lines, ...block.lines], region);
    } else joined.push(block);
  }
  return joined;
}

export function makeBlock(lines: Line[], region: Box): TextBlock {
  const characters = lines.reduce((sum, line) => sum + line.text.length, 0);
  const bold = lines.filter((line) => line.bold).reduce((sum, line) => sum + line.text.length, 0);
  return {
    lines,
    ...around(lines),
    size: median(lines.map((line) => line.size)),
    bold: bold > 0.6 * characters,
    region: { left: region.left, top: region.top, right: region.right, bottom: region.bottom },
  };
}

/** An entry of a table of contents ends with dots, or a line, and a page number. */
const leader = /(?:[.·…_]\s?){4,}\s*[\divxlc-]{1,7}$/i;
/** Sizes of two headings differ by at least this (in points). Letters that OCR measures differ more, but are not bold. */
const minLevelStep = 0.7;
/** The second note of a table begins with two asterisks, or with a dagger. */
const noteMark = /^(\*{2,4}|[†‡])\s?[\p{L}\p{N}]/u;
const sentenceEnd = /[.!?:;。！？؟…]["'”’)\]]*$/u;

function startsBlock(open: readonly Line[], line: Line, next: Line | undefined, region: Box): boolean {
  const before = open.at(-1) as Line;
  const first = open[0] as Line;
  const size = Math.max(before.size, line.size);
  if (Math.abs(before.size - line.size) > 0.08 * size + 0.3) return true;
  // Headings of two levels under each other.
  if (before.bold && line.bold && Math.abs(before.size - line.size) > minLevelStep) return true;
  if (line.monospaced !== before.monospaced) return true;
  if (leader.test(before.text) || noteMark.test(line.text)) return true;
  const pitch = line.baseline - before.baseline;
  const earlier = open.at(-2);
  if (line.monospaced) return pitch > 2.6 * size;
  if (pitch > 1.9 * size) return true;
  if (earlier && pitch > 1.25 * (before.baseline - earlier.baseline) + 0.5) return true;
  if (
    !earlier &&
    next &&
    pitch > 1.3 * (next.baseline - line.baseline) + 0.5 &&
    Math.abs(next.size - line.size) < 0.5
  ) {
    return true;
  }
  if (line.bold !== before.bold && startsByWeight(open, line)) return true;
  if (listMarker(line.text) !== null && !isHyphenation(before, line)) return startsItem(open, line, region);
  return startsByIndent(first, before, line, next, region, open.length);
}

/** A change of weight divides a heading from its text. A bold word at a line's end does not. */
function startsByWeight(open: readonly Line[], line: Line): boolean {
  const before = open.at(-1) as Line;
  if (before.bold) return (line.words[0]?.font.weight ?? 400) < 600 || endsEarly(before, line);
  return (
    line.bold &&
    open.length > 0 &&
    (sentenceEnd.test(before.text) ||
      before.right < line.left + 0.9 * (line.right - line.left) ||
      before.words.at(-1)?.font.weight !== line.words[0]?.font.weight)
  );
}

/** The next line's first word had room on the line before: a heading ends there, and a bold beginning follows. */
function endsEarly(before: Line, line: Line): boolean {
  const [first] = line.words;
  if (!first || line.rightToLeft) return false;
  return before.right + (first.right - first.left) + line.size < line.right;
}

function isHyphenation(before: Line, line: Line): boolean {
  return /\p{L}-$/u.test(before.text) && /^\p{Ll}/u.test(line.text);
}

/** "1. " or "- " at the start of a line begins an item, unless a sentence was broken before this number. */
function startsItem(open: readonly Line[], line: Line, region: Box): boolean {
  const before = open.at(-1) as Line;
  const first = open[0] as Line;
  // No sentence goes on with a bullet. A dash or a number may be part of one.
  if (/^[•‣⁃∙●○◦▪▫■□▶►◆◇❖➢➤➔✓✔☐☑☒❑❒✗✘]/u.test(line.text)) return true;
  if (listMarker(first.text) !== null) {
    // Within an item, a wrapped line that looks like a marker is indented further, and the line before it is full.
    return (
      line.left < first.left + 0.8 * line.size ||
      sentenceEnd.test(before.text) ||
      before.right < region.right - minRoom * (region.right - region.left)
    );
  }
  const marker = listMarker(line.text);
  if (marker && !marker.ordered) return true;
  return (
    sentenceEnd.test(before.text) ||
    before.right < line.right - 2 * line.size ||
    line.left > before.left + 0.5 * line.size
  );
}

/** A line with this share of its column left at its end did not have to wrap. */
const minRoom = 0.4;

const maxAddressWords = 6;
const isShort = (before: Line, line: Line) =>
  /\p{L}\.$/u.test(before.text) &&
  !/\p{Ll}{4}\.$/u.test(before.text) &&
  line.right - line.left < 20 * line.size;

function startsByIndent(
  first: Line,
  before: Line,
  line: Line,
  next: Line | undefined,
  region: Box,
  count: number,
): boolean {
  const size = line.size;
  const width = region.right - region.left;
  const [start, beforeStart, firstStart] = line.rightToLeft
    ? [-line.right, -before.right, -first.right]
    : [line.left, before.left, first.left];
  const regionStart = line.rightToLeft ? -region.right : region.left;
  const regionEnd = line.rightToLeft ? -region.left : region.right;
  const beforeEnd = line.rightToLeft ? -before.left : before.right;
  const indent = start - beforeStart;
  const centred =
    Math.abs((line.left + line.right) / 2 - (before.left + before.right) / 2) < 0.6 * size &&
    Math.abs(indent) > 0.5 * size;
  const endsShort = beforeEnd < regionEnd - Math.max(0.12 * width, 3 * size);
  if (centred) return false;
  const isItem = listMarker(first.text) !== null;
  if (isItem) {
    // The text of an item is indented under its first line. A line back at the marker's edge begins something else.
    // So does one left of the marker, where the item had room: numbered paragraphs with an indent fill their first line.
    const isLeftOfMarker = start < firstStart - 0.5 * size && beforeEnd < regionEnd - minRoom * width;
    return (count >= 2 && indent < -0.5 * size && start <= firstStart + 0.3 * size) || isLeftOfMarker;
  }
  if (indent > 0.8 * size && indent < 5 * size) {
    // The line is indented like the first line of a paragraph, unless the lines below have the same indent.
    const nextStart = next ? (line.rightToLeft ? -next.right : next.left) : null;
    const hangs = count === 1 && nextStart !== null && Math.abs(nextStart - start) < 0.3 * size;
    const isHeading = before.bold && line.bold && count === 1 && !sentenceEnd.test(before.text);
    if (!hangs && !isHeading) return true;
  }
  // The line ends a hanging indent: it is the next entry of a list of references.
  if (
    count >= 2 &&
    indent < -0.8 * size &&
    Math.abs(start - firstStart) < 0.4 * size &&
    firstStart < beforeStart
  ) {
    return true;
  }
  // A short last line ended a sentence, and this line starts anew at the margin.
  const startsFresh = /^["'“‘(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(line.text);
  // "Works Ltd." ends no sentence: the lines of an address are all short.
  if (before.words.length <= maxAddressWords && line.words.length <= maxAddressWords && isShort(before, line))
    return false;
  return endsShort && sentenceEnd.test(before.text) && startsFresh && start <= regionStart + 5 * size;
}
