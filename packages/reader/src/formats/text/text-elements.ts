import type { ParsedElement } from "../../element.ts";
import { codeBlock, listItemBlock, paragraphBlock, tableBlock, titleBlock } from "../../markup/blocks.ts";
import { firstRowIsHeading } from "../../markup/header-rows.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { looksLikeCode } from "./code-lines.ts";
import { headingLevel, isRule, underlineLevel } from "./heading-line.ts";
import {
  areEntries,
  filledGroups,
  isProse,
  isWrapped,
  joinLines,
  lineWidth,
  wrapWidth,
} from "./line-width.ts";
import { follows, type ListPart, listLine, listParts } from "./list-lines.ts";
import { textTable } from "./text-table.ts";

/** A block of lines without a blank one, on its page. */
export type LineBlock = { lines: string[]; pageNumber: number };

/** A block that keeps its line breaks is cut after this many lines, so that no element becomes too large. */
const maxKeptLines = 40;
/** A block that starts with more headings and rules than this is read in pieces of this many lines. */
const maxTakenOff = 20;
const KEY_AND_VALUE = /^\s*\p{Lu}[^:\n]{0,40}:(?:\s+\S|\s*$)/u;

/** Reads plain text into elements, block by block: headings, lists, tables, code, paragraphs. */
export function* textElements(blocks: readonly LineBlock[]): Generator<ParsedElement> {
  const width = wrapWidth(blocks.map((block) => block.lines));
  let lastMarker: string | undefined;
  let elementsSoFar = 0;
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const context = {
      width,
      next: next?.lines,
      lastMarker,
      first: elementsSoFar === 0,
      pageNumber: block.pageNumber,
    };
    const found = blockElements(block.lines, context);
    const last = found.at(-1);
    if (last?.type === "ListItem") lastMarker = String(last.metadata?.list_marker ?? "-");
    else if (last) lastMarker = undefined;
    elementsSoFar += found.length;
    yield* found;
  }
}

type BlockContext = {
  width: number;
  next: readonly string[] | undefined;
  lastMarker: string | undefined;
  /** Whether nothing came before. A heading here is the document's title. */
  first: boolean;
  /** Number of headings and rules already taken from the top of this block. Absent means none. */
  takenOff?: number;
  pageNumber: number;
};

function blockElements(block: readonly string[], context: BlockContext): ParsedElement[] {
  const { pageNumber, takenOff = 0 } = context;
  // The rest is examined again each time something is taken from its top.
  if (takenOff >= maxTakenOff && block.length > maxTakenOff) {
    const pieces = piecesOf(block, maxTakenOff);
    return pieces.flatMap((piece) => blockElements(piece, { ...context, takenOff: 0 }));
  }
  const below = { ...context, takenOff: takenOff + 1 };
  const table = textTable(block);
  if (table) return present([textTableBlock(table, pageNumber)]);
  const ruled = block.filter((line) => !isRule(line));
  const [first = "", second = ""] = block;
  if (isRule(first) && !isRule(second) && ruled.length > 0) return blockElements(block.slice(1), below);
  const underlined = second === "" ? undefined : underlineLevel(first, second);
  if (underlined !== undefined) {
    const title = titleBlock([{ text: first }], context.first ? 1 : underlined, { pageNumber });
    const rest = block.slice(2);
    return [...present([title]), ...(rest.length > 0 ? blockElements(rest, { ...below, first: false }) : [])];
  }
  if (ruled.length === 0) return [];
  if (ruled.length < block.length) return ruledParts(block).flatMap((part) => blockElements(part, context));
  if (looksLikeCode(block)) return present([codeBlock(cleanText(dedent(block)), undefined, { pageNumber })]);
  const level = block.length === 1 ? singleLineLevel(first, context) : undefined;
  if (level !== undefined) {
    return present([titleBlock([{ text: first }], context.first ? 1 : level, { pageNumber })]);
  }
  const opening = block.length > 1 ? openingHeading(first, second, context.width) : undefined;
  if (opening !== undefined) {
    const title = titleBlock([{ text: first }], context.first ? 1 : opening, { pageNumber });
    return [...present([title]), ...blockElements(block.slice(1), { ...below, first: false })];
  }
  const parts = listParts(block, context.lastMarker, context.width);
  if (parts.some((part) => part.item)) return listElements(parts, context);
  return paragraphElements(block, context);
}

function piecesOf(block: readonly string[], lines: number): string[][] {
  const pieces: string[][] = [];
  for (let start = 0; start < block.length; start += lines) pieces.push(block.slice(start, start + lines));
  return pieces;
}

function ruledParts(block: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of block) {
    if (isRule(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0);
}

/** A chapter mark or a line in capitals, directly above text that is not in capitals. */
function openingHeading(first: string, second: string, width: number): number | undefined {
  if (lineWidth(first) > width * 0.6 || headingLevel(second, false) !== undefined || !/\p{Ll}/u.test(second))
    return undefined;
  return headingLevel(first, false);
}

/** "1. Apples" is an item when "2. Pears" follows or an item came before. It is a heading when text follows. */
function singleLineLevel(line: string, { next, lastMarker }: BlockContext): number | undefined {
  const item = listLine(line);
  const nextItem = next?.[0] === undefined ? undefined : listLine(next[0]);
  if (item) {
    if (item.marker === "-" || (lastMarker && follows(item.marker, lastMarker))) return undefined;
    if (nextItem && follows(nextItem.marker, item.marker)) return undefined;
  }
  const nextAlone = next?.length === 1 && lineWidth(next[0] ?? "") < 60 && !/[.!?:。]$/.test(next[0] ?? "");
  return headingLevel(line, next !== undefined && (!nextAlone || nextItem !== undefined));
}

function listElements(parts: readonly ListPart[], context: BlockContext): ParsedElement[] {
  const indents: number[] = [];
  return parts.flatMap(({ item, lines }) => {
    if (!item) return paragraphElements(lines, context);
    while (indents.length > 0 && (indents.at(-1) ?? 0) > item.indent) indents.pop();
    if (indents.length === 0 || (indents.at(-1) ?? 0) < item.indent) indents.push(item.indent);
    const list = { depth: indents.length - 1, marker: item.marker };
    return present([listItemBlock([{ text: joinLines(lines) }], list, { pageNumber: context.pageNumber })]);
  });
}

function paragraphElements(block: readonly string[], { width, pageNumber }: BlockContext): ParsedElement[] {
  const paragraph = (text: string) => paragraphBlock([{ text }], { pageNumber });
  const labelled = block.filter((line) => KEY_AND_VALUE.test(line)).length;
  if (areEntries(block)) return keptLines(block, pageNumber, "UncategorizedText");
  if (block.length >= 2 && labelled >= block.length * 0.7)
    return keptLines(block, pageNumber, "UncategorizedText");
  const indented = indentedParagraphs(block);
  if (indented)
    return indented.flatMap((lines) => paragraphElements(lines, { width, pageNumber } as BlockContext));
  if (isWrapped(block, width)) return present([paragraph(joinLines(block))]);
  const groups = filledGroups(block, width);
  return groups.some(isProse) ? groupElements(groups, pageNumber) : keptLines(block, pageNumber);
}

/**
 * Prose between lines that are too short to belong to it. The short lines stay as they are, and the last one before the
 * prose may be its heading.
 */
function groupElements(groups: readonly string[][], pageNumber: number): ParsedElement[] {
  const elements: (ParsedElement | undefined)[] = [];
  let short: string[] = [];
  for (const group of groups) {
    if (!isProse(group)) {
      short.push(...group);
      continue;
    }
    const heading = short.at(-1);
    const level = heading === undefined ? undefined : headingLevel(heading, true);
    const before = level === undefined ? short : short.slice(0, -1);
    if (before.length > 0) elements.push(...keptLines(before, pageNumber));
    if (heading !== undefined && level !== undefined)
      elements.push(titleBlock([{ text: heading }], level, { pageNumber }));
    elements.push(paragraphBlock([{ text: joinLines(group) }], { pageNumber }));
    short = [];
  }
  if (short.length > 0) elements.push(...keptLines(short, pageNumber));
  return present(elements);
}

/** Paragraphs as in books: no blank lines, and the first line of each paragraph is indented. */
function indentedParagraphs(block: readonly string[]): string[][] | undefined {
  const starts = block.filter((line) => /^(?: {2,8}|\t|\u3000)\S/.test(line)).length;
  if (
    block.length < 3 ||
    starts === 0 ||
    starts > block.length / 2 ||
    !block.some((line) => /^\S/.test(line))
  ) {
    return undefined;
  }
  const paragraphs: string[][] = [];
  for (const line of block) {
    const last = paragraphs.at(-1);
    if (last && /^\S/.test(line)) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.length > 1
    ? paragraphs.map(([first = "", ...rest]) => [first.trimStart(), ...rest])
    : undefined;
}

function keptLines(
  block: readonly string[],
  pageNumber: number,
  type?: "UncategorizedText",
): ParsedElement[] {
  const parts: (ParsedElement | undefined)[] = [];
  for (let start = 0; start < block.length; start += maxKeptLines) {
    const text = block.slice(start, start + maxKeptLines).join("\n");
    parts.push(paragraphBlock([{ text }], { pageNumber, type }));
  }
  return present(parts);
}

function textTableBlock(rows: string[][], pageNumber: number): ParsedElement | undefined {
  const cells = rows.map((row) => row.map((text) => ({ text: cleanText(text).trim() })));
  return tableBlock(cells, firstRowIsHeading(rows) === "no" ? 0 : 1, { pageNumber });
}

function dedent(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "");
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent)).join("\n");
}

function present(elements: readonly (ParsedElement | undefined)[]): ParsedElement[] {
  return elements.filter((element) => element !== undefined);
}
