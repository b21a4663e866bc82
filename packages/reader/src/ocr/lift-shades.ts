import type { GreyPixels } from "./find-skew.ts";

const tile = 16;
/** A tile is flat where so many of its pixels have one value, or nearly. Photographs and scanned paper never are. */
const minFlat = 0.6;
const tolerance = 3;
/** Lighter shades do no harm, and what is darker may be a thick letter, or carry white ones. */
const lightest = 240;
const darkest = 96;
/** The smallest shade, in tiles: the strokes of large grey letters are narrower. */
const minTiles = 24;
const minSide = 3;

/**
 * Makes evenly shaded areas as white as the paper, such as the head of a table on a screenshot. The engine has one
 * threshold for the whole picture, and takes everything in such an area for ink.
 */
export function liftShades(pixels: GreyPixels): void {
  const columns = Math.ceil(pixels.width / tile);
  const rows = Math.ceil(pixels.height / tile);
  const shades = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      shades[row * columns + column] = shadeOf(pixels, column * tile, row * tile);
  const areas = largeAreas(shades, columns, rows);
  if (areas.every((shade) => shade === 0)) return;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      // A tile at the edge, or full of letters, is shaded as its neighbour is.
      const shade = darkestAround(areas, columns, rows, column, row);
      if (shade > 0) lift(pixels, column * tile, row * tile, shade);
    }
  }
}

/** The value that most pixels of a tile have; 0 where there is none, or where it is not a shade. */
function shadeOf({ data, width, height }: GreyPixels, left: number, top: number): number {
  const counts = new Uint16Array(256 + 2 * tolerance);
  const [right, bottom] = [Math.min(width, left + tile), Math.min(height, top + tile)];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const value = data[y * width + x] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  let shade = 0;
  for (let value = darkest; value <= lightest; value += 1)
    if ((counts[value] as number) > (counts[shade] as number)) shade = value;
  if (shade < darkest) return 0;
  let near = 0;
  for (let value = shade - tolerance; value <= shade + tolerance; value += 1) near += counts[value] as number;
  return near >= minFlat * (right - left) * (bottom - top) ? shade : 0;
}

/** Keeps the tiles that lie in a large area of one shade. */
function largeAreas(shades: Uint8Array, columns: number, rows: number): Uint8Array {
  const kept = new Uint8Array(shades.length);
  const seen = new Uint8Array(shades.length);
  for (let first = 0; first < shades.length; first += 1) {
    if (shades[first] === 0 || seen[first] === 1) continue;
    const area = [first];
    seen[first] = 1;
    for (let at = 0; at < area.length; at += 1) {
      const here = area[at] as number;
      const column = here % columns;
      const next = [
        column > 0 ? here - 1 : -1,
        column + 1 < columns ? here + 1 : -1,
        here - columns,
        here + columns,
      ];
      for (const other of next) {
        if (other < 0 || other >= rows * columns || seen[other] === 1 || shades[other] === 0) continue;
        if (Math.abs((shades[other] as number) - (shades[here] as number)) > tolerance) continue;
        seen[other] = 1;
        area.push(other);
      }
    }
    const across = new Set(area.map((at) => at % columns)).size;
    const down = new Set(area.map((at) => Math.floor(at / columns))).size;
    if (area.length < minTiles || Math.min(across, down) < minSide) continue;
    for (const at of area) kept[at] = shades[at] as number;
  }
  return kept;
}

function darkestAround(
  areas: Uint8Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
): number {
  let shade = 0;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      const other = areas[y * columns + x] as number;
      if (other > 0 && (shade === 0 || other < shade)) shade = other;
    }
  return shade;
}

/** Paper that is next to the shade stays white. */
function lift({ data, width, height }: GreyPixels, left: number, top: number, shade: number): void {
  const factor = 255 / (shade - tolerance);
  for (let y = top; y < Math.min(height, top + tile); y += 1)
    for (let x = left; x < Math.min(width, left + tile); x += 1) {
      const at = y * width + x;
      data[at] = Math.min(255, (data[at] as number) * factor);
    }
}
