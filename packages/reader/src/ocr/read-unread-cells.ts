import sharp from "sharp";
import { type Box, contains } from "../layout/page/box.ts";
import { cellsOfGrid, type Grid, gridsOfRules } from "../layout/tables/rule-grid.ts";
import type { GreyPixels } from "./find-skew.ts";
import type { OcrEngine, RecognisedWord } from "./recognise-text.ts";

/** Tables of one page that are read a second time. */
const maxTables = 6;
/** What is left of a line at the edge of its cell is not a text. */
const inset = 6;
const inkBelow = 128;
/** Pixels of ink in a cell with text. A point has fewer. */
const minInk = 30;
const minConfidence = 40;

/**
 * Reads the cells that the engine left out, in the pixels of the prepared picture: it takes a digit that stands alone in
 * its cell for a speck. A table without such cells is not read again.
 */
export async function readUnreadCells(
  engine: OcrEngine,
  pixels: GreyPixels,
  lines: readonly Box[],
  words: readonly RecognisedWord[],
): Promise<RecognisedWord[]> {
  const found: RecognisedWord[] = [];
  for (const grid of gridsOfRules(lines).grids.slice(0, maxTables)) {
    const unread = unreadCells(grid, pixels, words);
    if (unread.length === 0) continue;
    const { png, left, top } = await cut(pixels, grid);
    for (const word of await engine.recognise(png, { asOneBlock: true })) {
      const placed = {
        ...word,
        left: word.left + left,
        right: word.right + left,
        top: word.top + top,
        bottom: word.bottom + top,
        baseline: word.baseline + top,
      };
      if (word.confidence >= minConfidence && unread.some((cell) => holds(cell, placed))) found.push(placed);
    }
  }
  return found;
}

const holds = (cell: Box, word: Box): boolean =>
  contains(cell, (word.left + word.right) / 2, (word.top + word.bottom) / 2);

function unreadCells(grid: Grid, pixels: GreyPixels, words: readonly RecognisedWord[]): Box[] {
  const cells = cellsOfGrid(grid).map(
    (cell): Box => ({
      left: grid.xs[cell.column] ?? 0,
      right: grid.xs[cell.column + cell.columns] ?? 0,
      top: grid.ys[cell.row] ?? 0,
      bottom: grid.ys[cell.row + cell.rows] ?? 0,
    }),
  );
  return cells.filter((cell) => !words.some((word) => holds(cell, word)) && inkIn(cell, pixels) >= minInk);
}

function inkIn({ left, top, right, bottom }: Box, { data, width }: GreyPixels): number {
  let ink = 0;
  for (let y = Math.ceil(top) + inset; y < bottom - inset; y += 1)
    for (let x = Math.ceil(left) + inset; x < right - inset; x += 1)
      if ((data[y * width + x] as number) < inkBelow) ink += 1;
  return ink;
}

/** Without paper around it, the engine loses what is at the edge. */
const margin = 20;

async function cut({ data, width, height }: GreyPixels, box: Box) {
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const size = {
    width: Math.min(width, Math.ceil(box.right)) - left,
    height: Math.min(height, Math.ceil(box.bottom)) - top,
  };
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract({ left, top, ...size })
    .extend({ left: margin, right: margin, top: margin, bottom: margin, background: "white" })
    .withMetadata({ density: 225 })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, left: left - margin, top: top - margin };
}
