import { isMostlyRightToLeft } from "../page/bidirectional-order.ts";
import { around, overlap } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";
import { hasLeftToRight, hasRightToLeft } from "../page/script.ts";
import { listMarker } from "./list-marker.ts";

/** A gap wider than this (in font sizes) may be a gutter or the space between two cells. */
const maxSpaceWidth = 0.85;
/** A bullet and its text belong together up to this distance (in font sizes). */
const maxMarkerGap = 4;

/**
 * Groups words that all read left to right into lines. The lines keep the order of the page's content.
 * `isRightToLeftPage`: by default as the most of the words read.
 */
export function linesOfWords(
  words: readonly Word[],
  isRightToLeftPage: boolean = isMostlyRightToLeft(words),
): Line[] {
  const rows = joinRows(followContent(words));
  const paragraphs = directionsOfRows(rows);
  return rows.map((row) => {
    const isRightToLeftParagraph = paragraphs.get(row);
    return makeLine(row, {
      isRightToLeftPage,
      ...(isRightToLeftParagraph !== undefined && { isRightToLeftParagraph }),
    });
  });
}

/**
 * Rows in two directions that are at the same side as rows in one direction: a paragraph begins at the right where it
 * reads to the left. True for these.
 */
function directionsOfRows(rows: readonly Word[][]): Map<Word[], boolean> {
  const directions = new Map<Word[], boolean>();
  if (!rows.some((row) => row.some(({ text }) => hasRightToLeft(text)))) return directions;
  const isMixed = (row: readonly Word[]) =>
    row.some(({ text }) => hasRightToLeft(text)) && row.some(({ text }) => hasLeftToRight(text));
  const placed = rows.map((row) => ({ row, ...around(row), size: row[0]?.size ?? 0 }));
  const plain = placed.filter(({ row }) => !isMixed(row));
  const toTheLeft = placed.filter(({ row }) => (isMixed(row) ? endsLeftward(row) : isLeftward(row)));
  const toTheRight = plain.filter(({ row }) => row.some(({ text }) => hasLeftToRight(text)));
  for (const { row, left, right, size } of placed) {
    if (!isMixed(row)) continue;
    const atRight = toTheLeft.some((other) => Math.abs(other.right - right) < maxUnevenness * size);
    const atLeft = toTheRight.some((other) => Math.abs(other.left - left) < maxUnevenness * size);
    if (atRight !== atLeft) directions.set(row, atRight);
  }
  return directions;
}

const isLeftward = (row: readonly Word[]): boolean => row.some(({ text }) => hasRightToLeft(text));

/** Whether the words at both ends of a row read to the left. */
function endsLeftward(row: readonly Word[]): boolean {
  const strong = row
    .filter(({ text }) => hasRightToLeft(text) || hasLeftToRight(text))
    .sort((a, b) => a.left - b.left);
  return [strong[0], strong.at(-1)].every((word) => word !== undefined && hasRightToLeft(word.text));
}

/** How exactly (in font sizes) rows of one paragraph begin at the same place. */
const maxUnevenness = 0.3;

/** Chains words that follow each other in the content and also are next to each other on the page. */
function followContent(words: readonly Word[]): Word[][] {
  const pieces: Word[][] = [];
  let piece: Word[] = [];
  let last: Word | undefined;
  for (const word of words) {
    if (last && adjoins(last, word)) piece.push(word);
    else {
      piece = [word];
      pieces.push(piece);
    }
    last = word;
  }
  return pieces;
}

function adjoins(before: Word, word: Word): boolean {
  const height = Math.min(before.bottom - before.top, word.bottom - word.top);
  if (overlap(before.top, before.bottom, word.top, word.bottom) < 0.4 * height) return false;
  const size = Math.max(before.size, word.size);
  const gap = -overlap(before.left, before.right, word.left, word.right);
  return gap <= maxSpaceWidth * size && gap > -0.5 * Math.min(size, word.right - word.left);
}

type Piece = {
  words: Word[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  size: number;
  baseline: number;
};

/**
 * Joins pieces of one row that are next to each other. Some programs write a row in order, others write it font by
 * font.
 */
function joinRows(pieces: Word[][]): Word[][] {
  const measured = pieces.map(measure).sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const joined: Word[][] = [];
  let start = 0;
  while (start < measured.length) {
    const anchor = measured[start] as Piece;
    let end = start + 1;
    while (end < measured.length) {
      const next = measured[end] as Piece;
      if (next.baseline - anchor.baseline > 0.35 * Math.min(anchor.size, next.size)) break;
      end += 1;
    }
    joined.push(...joinRow(measured.slice(start, end)));
    start = end;
  }
  return joined;
}

function joinRow(row: Piece[]): Word[][] {
  if (row.length === 1) return [(row[0] as Piece).words];
  row.sort((a, b) => a.left - b.left);
  const result: Word[][] = [];
  let open: Piece | undefined;
  for (const piece of row) {
    if (open) {
      const gap = piece.left - open.right;
      const size = Math.max(open.size, piece.size);
      const marks = open.words.length === 1 && marksText(open.words[0] as Word, piece.words[0] as Word);
      // Further right in a row, "(1)" is more likely the number of a formula in the column before.
      const isFirst = result.length === 1;
      const reach = marks ? (isFirst ? maxMarkerGap : 1.3) : maxSpaceWidth;
      if (gap <= reach * size && gap > -0.5 * size) {
        open.words.push(...piece.words);
        open.right = Math.max(open.right, piece.right);
        open.size = size;
        continue;
      }
    }
    open = { ...piece, words: [...piece.words] };
    result.push(open.words);
  }
  return result;
}

const sectionNumber = /^\d{1,2}(\.\d{1,2}){0,4}\.?$/;

/** Whether the text is a bullet before its item, or a section number before its heading. */
function marksText(marker: Word, next: Word): boolean {
  if (listMarker(marker.text, true) !== null) return true;
  const sameLook = marker.font.weight === next.font.weight && Math.abs(marker.size - next.size) < 0.5;
  return (
    marker.font.weight >= 600 && sameLook && sectionNumber.test(marker.text) && /^\p{Lu}/u.test(next.text)
  );
}

function measure(words: Word[]): Piece {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  let largest = words[0] as Word;
  for (const word of words) {
    if (word.left < left) left = word.left;
    if (word.right > right) right = word.right;
    if (word.top < top) top = word.top;
    if (word.bottom > bottom) bottom = word.bottom;
    if (word.size > largest.size * 1.02) largest = word;
  }
  return { words, left, right, top, bottom, size: largest.size, baseline: largest.top + largest.ascent };
}
