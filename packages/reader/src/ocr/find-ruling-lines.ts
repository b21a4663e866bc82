import { type Box, overlap } from "../layout/page/box.ts";
import type { GreyPixels } from "./find-skew.ts";

/** A straight line drawn in a picture, in pixels; `right` and `bottom` lie just behind its last pixel. */
export type RulingLine = Box & {
  direction: "horizontal" | "vertical";
  /** The pixels that it was found by. */
  pieces: readonly Piece[];
};

/** A run of pixels: from `start` to before `end`, in the row of a horizontal line, in the column of a vertical one. */
export type Piece = { at: number; start: number; end: number };

/** All sizes are pixels of a picture that is prepared for OCR: some 200 to 300 to the inch. */
const maxThickness = 9;
/** How much darker a line is than the paper on both of its sides. */
const minContrast = 24;
/** The paper is looked for so far from a pixel of the line. With several places, text close to the line does no harm. */
const sides = [4, 7, maxThickness + 2] as const;
/** The paper on both sides of a line is no further apart: a bar is not a line. */
const maxAcross = sides[0] + sides[2];
/** The shortest unbroken part of a line. Feet of serifs and bars of letters are shorter. */
const minPiece = 32;
/** An unbroken part may lack so many pixels, as scans do. */
const maxSpeck = 2;
/** Lines are broken where others cross them. */
const maxBreak = maxThickness + 3;
/** Lines are evenly dark; a row of blurred letters is not. So much of a line has more than this share of its usual contrast. */
const evenness = { share: 0.85, contrast: 0.6 } as const;
const minHorizontal = 120;
/** A vertical line is only known by the horizontal ones it meets, so it may be shorter. A letter `l` meets none. */
const minVertical = 48;
/** How far a line that is not quite level may wander, as a share of its length. */
const maxSlope = 0.012;
/** A picture with more lines shows a pattern. */
const maxLines = 2_000;

/**
 * Finds the lines that rule a page or a table: thin, long, level, darker than the paper on both sides. Vertical lines
 * count where they meet two horizontal ones. Underscores in a row are a line; letters, dashes, shades and thick bars are
 * not. Answers none for a picture with so many that they are a pattern.
 */
export function findRulingLines(pixels: GreyPixels): RulingLine[] {
  const horizontals = linesAlong(pixels, "horizontal").filter((line) => lengthOf(line) >= minHorizontal);
  if (horizontals.length > maxLines) return [];
  if (horizontals.length < 2) return horizontals;
  const verticals = linesAlong(pixels, "vertical").filter(
    (line) => lengthOf(line) >= minVertical && horizontals.filter((other) => meets(other, line)).length >= 2,
  );
  return horizontals.length + verticals.length > maxLines ? [] : [...horizontals, ...verticals];
}

const lengthOf = ({ direction, left, right, top, bottom }: RulingLine): number =>
  direction === "horizontal" ? right - left : bottom - top;

const meets = (horizontal: RulingLine, vertical: RulingLine): boolean =>
  overlap(horizontal.left, horizontal.right, vertical.left, vertical.right) > -maxBreak &&
  overlap(horizontal.top, horizontal.bottom, vertical.top, vertical.bottom) > -maxBreak;

type Strand = { start: number; end: number; first: number; last: number; pieces: Piece[] };

function linesAlong(pixels: GreyPixels, direction: RulingLine["direction"]): RulingLine[] {
  const lines: RulingLine[] = [];
  for (const { start, end, first, last, pieces } of joinPieces(piecesAlong(pixels, direction))) {
    const length = end - start;
    const area = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
    if (area > maxThickness * length || last + 1 - first > maxThickness + maxSlope * length) continue;
    if (!isEvenlyDark(pixels, direction, { start, end, first, last, pieces })) continue;
    lines.push(
      direction === "horizontal"
        ? { direction, pieces, left: start, right: end, top: first, bottom: last + 1 }
        : { direction, pieces, left: first, right: last + 1, top: start, bottom: end },
    );
  }
  return lines;
}

function isEvenlyDark(
  { data, width }: GreyPixels,
  direction: RulingLine["direction"],
  strand: Strand,
): boolean {
  const [along, across] = direction === "horizontal" ? [1, width] : [width, 1];
  const contrasts = new Uint8Array(strand.end - strand.start);
  for (const { at, start, end } of strand.pieces) {
    for (let place = start; place < end; place += 1) {
      const index = at * across + place * along;
      const paper = Math.min(brightest(data, index, -across), brightest(data, index, across));
      const contrast = paper - (data[index] as number);
      if (contrast > (contrasts[place - strand.start] as number)) contrasts[place - strand.start] = contrast;
    }
  }
  const seen = contrasts.filter((contrast) => contrast > 0).sort();
  const usual = seen[seen.length >> 1] ?? 0;
  return (
    seen.filter((contrast) => contrast >= evenness.contrast * usual).length >=
    evenness.share * contrasts.length
  );
}

/** Runs of pixels that are darker than what is on both sides of the line they would form. */
function piecesAlong({ data, width, height }: GreyPixels, direction: RulingLine["direction"]): Piece[] {
  const isLevel = direction === "horizontal";
  const [length, rows] = isLevel ? [width, height] : [height, width];
  const [along, across] = isLevel ? [1, width] : [width, 1];
  const pieces: Piece[] = [];
  for (let at = sides[2]; at < rows - sides[2]; at += 1) {
    let start = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (let place = 0; place < length; place += 1) {
      const index = at * across + place * along;
      const limit = (data[index] as number) + minContrast;
      if (limit > 255) continue;
      const before = paperAt(data, index, limit, -across);
      if (before > maxAcross || before + paperAt(data, index, limit, across) > maxAcross) continue;
      if (place - end > maxSpeck) {
        if (end - start >= minPiece) pieces.push({ at, start, end });
        start = place;
      }
      end = place + 1;
    }
    if (end - start >= minPiece) pieces.push({ at, start, end });
  }
  return pieces;
}

const brightest = (data: Uint8Array, index: number, step: number): number =>
  Math.max(...sides.map((side) => data[index + side * step] as number));

/** How far from a pixel the paper beside it is. */
function paperAt(data: Uint8Array, index: number, limit: number, step: number): number {
  for (const side of sides) if ((data[index + side * step] as number) >= limit) return side;
  return Number.POSITIVE_INFINITY;
}

/** Joins pieces, which come row by row, where they lie on one line: in neighbouring rows, with small breaks. */
function joinPieces(pieces: readonly Piece[]): Strand[] {
  let open: Strand[] = [];
  const done: Strand[] = [];
  for (const piece of pieces) {
    const { at, start, end } = piece;
    const apart: Strand[] = [];
    const strand: Strand = { start, end, first: at, last: at, pieces: [] };
    for (const other of open) {
      if (other.last < at - maxSpeck) done.push(other);
      else if (overlap(other.start, other.end, start, end) <= -maxBreak) apart.push(other);
      else {
        strand.start = Math.min(strand.start, other.start);
        strand.end = Math.max(strand.end, other.end);
        strand.first = Math.min(strand.first, other.first);
        strand.pieces = strand.pieces.length === 0 ? other.pieces : [...strand.pieces, ...other.pieces];
      }
    }
    strand.pieces.push(piece);
    open = [...apart, strand];
  }
  return [...done, ...open];
}
