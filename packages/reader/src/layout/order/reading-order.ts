import { labelledRow } from "../fields/labelled-values.ts";
import { isListing } from "../lines/code-listing.ts";
import { type Atom, bandsOf, centre, isLine, mergeBands, widestGutter } from "../lines/page-bands.ts";
import { isField } from "../lines/placed-block.ts";
import { runSideBySide } from "../lines/running-text.ts";
import { isProse, rowsOfLines } from "../lines/text-rows.ts";
import { around, type Box, contains, median, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import { findAlignedTables } from "../tables/aligned-tables.ts";

/** A part of the page that is read from top to bottom: one column, or a band across columns. */
export type Region = Box & {
  atoms: Atom[];
  /** Whether the first line says what the others are. They are one block. */
  isLabelled?: boolean;
};

type Options = {
  rightToLeft: boolean;
  /** Whether lines in fixed-width type are code, because other text is not set in it. */
  fixedWidthIsCode?: boolean;
  /** No table is looked for in these places. */
  charts?: readonly Box[];
};

/** Limits the recursion: a page of scattered labels could otherwise be cut once per label. */
const maxDepth = 40;

/**
 * A recursive XY cut (Nagy & Seth 1984) that tries gutters first.
 * A region is cut at its widest gutter when both sides read as columns. Otherwise it is cut into bands at its vertical
 * gaps. Bands that share a gutter stay together. So a heading across two columns divides them from the text above,
 * while a paragraph break in one column does not.
 * Every atom of the input is in exactly one region. Tables found by alignment replace their lines.
 */
export function readingOrder(atoms: readonly Atom[], options: Options): Region[] {
  const regions: Region[] = [];
  cut([...atoms], options, regions, 0);
  return regions;
}

function cut(atoms: Atom[], options: Options, regions: Region[], depth: number): void {
  if (atoms.length === 0) return;
  if (atoms.length === 1 || depth > maxDepth) {
    regions.push(leaf(atoms));
    return;
  }
  const size = typicalSize(atoms);
  if (atoms.every(isLine) && isListing(atoms, options.fixedWidthIsCode)) {
    regions.push(leaf(atoms));
    return;
  }
  const labelled = labelledRow(atoms);
  if (labelled) {
    cut(labelled.above, options, regions, depth + 1);
    const columns = options.rightToLeft ? labelled.columns.reverse() : labelled.columns;
    regions.push(...columns.map(({ lines, isLabelled }) => ({ ...leaf(lines), isLabelled })));
    cut(labelled.below, options, regions, depth + 1);
    return;
  }
  const widest = widestGutter(atoms, size);
  const gutter = widest !== null && hasNeighbours(atoms, widest) ? widest : null;
  // Rows of two text columns align, too. Where the text runs on in both, tables are looked for inside each.
  const withTables =
    gutter !== null && dividesText(atoms, gutter) ? null : replaceAlignedTables(atoms, options.charts);
  if (withTables) {
    cut(withTables, options, regions, depth + 1);
    return;
  }
  if (gutter === null) {
    const bands = mergeBands(bandsOf(atoms), size);
    if (bands.length === 1) regions.push(leaf(atoms));
    else for (const band of bands) cut(band, options, regions, depth + 1);
    return;
  }
  const left = atoms.filter((atom) => centre(atom) < gutter);
  const right = atoms.filter((atom) => centre(atom) >= gutter);
  const bands = sectionBands(atoms, left, right, size) ?? loneRowBands(atoms, left, right);
  if (bands) {
    for (const band of bands) cut(band, options, regions, depth + 1);
    return;
  }
  if (areFieldsInRows(left, right)) {
    const rows = bandsOf(atoms);
    if (rows.length === 1) regions.push(leaf(atoms));
    else for (const row of rows) cut(row, options, regions, depth + 1);
    return;
  }
  if (readsByRow(left, right)) {
    regions.push(leaf(atoms));
    return;
  }
  const [first, second] = options.rightToLeft ? [right, left] : [left, right];
  cut(first, options, regions, depth + 1);
  cut(second, options, regions, depth + 1);
}

/** Lines of columns that are set a little lower than those beside them are between these (in their heights). */
const maxOffset = 0.5;

/**
 * Columns are beside each other. White space between tables and short headings that are never beside them divides
 * nothing.
 */
function hasNeighbours(atoms: readonly Atom[], gutter: number): boolean {
  const left = atoms.filter((atom) => centre(atom) < gutter);
  const right = atoms.filter((atom) => centre(atom) >= gutter);
  return left.some((atom) =>
    right.some((other) => {
      const height = Math.min(atom.bottom - atom.top, other.bottom - other.top);
      const least = isLine(atom) && isLine(other) ? -maxOffset : 0.3;
      return overlap(atom.top, atom.bottom, other.top, other.bottom) > least * height;
    }),
  );
}

const minColumnLines = 6;

function dividesText(atoms: readonly Atom[], gutter: number): boolean {
  const lines = atoms.filter(isLine);
  const left = lines.filter((line) => centre(line) < gutter);
  const right = lines.filter((line) => centre(line) >= gutter);
  return Math.min(left.length, right.length) >= minColumnLines && runSideBySide([left, right]);
}

function leaf(atoms: Atom[]): Region {
  return { atoms, ...around(atoms) };
}

function typicalSize(atoms: readonly Atom[]): number {
  const sizes = atoms.flatMap((atom) => {
    if (isLine(atom)) return [atom.size];
    return "rows" in atom ? atom.rows.flat().flatMap((cell) => cell.lines.map((line) => line.size)) : [];
  });
  return sizes.length > 0 ? median(sizes) : 10;
}

function replaceAlignedTables(atoms: readonly Atom[], charts: readonly Box[] = []): Atom[] | null {
  const isInChart = (atom: Atom) =>
    charts.some((chart) => contains(chart, centre(atom), (atom.top + atom.bottom) / 2));
  const lines = atoms.filter((atom): atom is Line => isLine(atom) && !isInChart(atom));
  const { tables, rest } = findAlignedTables(lines);
  if (tables.length === 0) return null;
  return [...atoms.filter((atom) => !isLine(atom) || isInChart(atom)), ...tables, ...rest];
}

/**
 * Cuts a region with a gutter into bands. A cut needs white space across both columns that is much wider than the space
 * between lines, or a heading that is over both columns. Null when there is only one band.
 */
function sectionBands(atoms: Atom[], left: Atom[], right: Atom[], size: number): Atom[][] | null {
  const bands = bandsOf(atoms);
  if (bands.length < 2) return null;
  const gaps = [...verticalGaps(left), ...verticalGaps(right)];
  const typical = gaps.length > 0 ? median(gaps) : 0;
  const leftSide = new Set(left);
  const result: Atom[][] = [];
  let open: Atom[] = [];
  for (const [index, band] of bands.entries()) {
    if (index === 1 && isAboveColumns(open, atoms, leftSide, size)) {
      result.push(open);
      open = [];
    }
    const gap = open.length > 0 ? around(band).top - around(open).bottom : 0;
    const isHeading = isHeadingBand(band, size);
    const widest = Math.max((isHeading ? 1.2 : 2.4) * size, 2 * typical);
    if (gap > widest && hasBoth(open, leftSide) && (isHeading || hasBoth(band, leftSide))) {
      result.push(open);
      open = [];
    }
    open.push(...band);
  }
  result.push(open);
  return result.length > 1 ? result : null;
}

/**
 * One short line beside another line is not a column. The text above it, its row, and the text below it are read in
 * this order.
 */
function loneRowBands(atoms: Atom[], left: Atom[], right: Atom[]): Atom[][] | null {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const [lone] = few;
  if (few.length !== 1 || many.length < 2 || !lone || !isLine(lone)) return null;
  const beside = many.filter(
    (atom) =>
      overlap(atom.top, atom.bottom, lone.top, lone.bottom) > 0 &&
      (!isLine(atom) ||
        Math.abs(atom.baseline - lone.baseline) >= 0.4 * lone.size ||
        atom.size < 0.87 * lone.size),
  );
  if (beside.length > 0 || lone.words.length > 6) return null;
  const sameRow = many.filter((atom) => overlap(atom.top, atom.bottom, lone.top, lone.bottom) > 0);
  const row = new Set<Atom>([lone, ...sameRow]);
  const rowBox = around(row);
  const above = atoms.filter((atom) => !row.has(atom) && atom.top + atom.bottom < rowBox.top + rowBox.bottom);
  const below = atoms.filter(
    (atom) => !row.has(atom) && atom.top + atom.bottom >= rowBox.top + rowBox.bottom,
  );
  return [above, [...row], below].filter((band) => band.length > 0);
}

/** The space between lines. That around tables says nothing of it. */
function verticalGaps(atoms: readonly Atom[]): number[] {
  const sorted = [...atoms].sort((a, b) => a.top - b.top);
  return sorted.slice(1).flatMap((atom, index) => {
    const above = sorted[index];
    return above && isLine(above) && isLine(atom) ? [Math.max(0, atom.top - above.bottom)] : [];
  });
}

function hasBoth(atoms: readonly Atom[], leftSide: ReadonlySet<Atom>): boolean {
  return atoms.some((atom) => leftSide.has(atom)) && atoms.some((atom) => !leftSide.has(atom));
}

/** A heading is at the edge or in the middle of its column, or differs from it by this (in font sizes). */
const maxAlignedOffset = 1.5;
/** A title is larger than other text by this. */
const minTitleScale = 1.3;

/** Whether the first band is a title that belongs to no column: it is much larger, and not aligned with that below it. */
function isAboveColumns(
  band: readonly Atom[],
  atoms: readonly Atom[],
  leftSide: ReadonlySet<Atom>,
  size: number,
): boolean {
  const [title] = band;
  if (band.length !== 1 || !title || !isLine(title) || title.size < minTitleScale * size) return false;
  const below = atoms.filter((atom) => atom !== title && leftSide.has(atom) === leftSide.has(title));
  const column = around(below);
  const largest = atoms.every((atom) => atom === title || !isLine(atom) || atom.size < title.size);
  const offsets = [title.left - column.left, title.right - column.right, centre(title) - centre(column)];
  return largest && offsets.every((offset) => Math.abs(offset) > maxAlignedOffset * size);
}

/** One line of larger type. */
function isHeadingBand(band: readonly Atom[], size: number): boolean {
  const [only] = band;
  return band.length === 1 && only !== undefined && isLine(only) && only.size > 1.15 * size;
}

/** Whether form fields on both sides of a gutter are in rows. A form is filled in row by row. */
function areFieldsInRows(left: readonly Atom[], right: readonly Atom[]): boolean {
  const leftFields = left.filter(isField);
  const rightFields = right.filter(isField);
  const paired = leftFields.filter((field) =>
    rightFields.some((other) => overlap(field.top, field.bottom, other.top, other.bottom) > 0),
  );
  const fewer = Math.min(leftFields.length, rightFields.length);
  return fewer > 0 && paired.length >= 0.6 * fewer;
}

/** Whether the two sides of a gutter are labels and their values. Those are read row by row, and not as two columns. */
function readsByRow(left: readonly Atom[], right: readonly Atom[]): boolean {
  const leftLines = left.filter(isLine);
  const rightLines = right.filter(isLine);
  if (leftLines.length < left.length || rightLines.length < right.length) return false;
  const leftRows = rowsOfLines(leftLines);
  const rightRows = rowsOfLines(rightLines);
  const partners = leftRows.filter((row) =>
    rightRows.some((other) => Math.abs(other.baseline - row.baseline) < 0.3 * Math.max(row.size, other.size)),
  ).length;
  const fewer = Math.min(leftRows.length, rightRows.length);
  if (partners < 0.7 * fewer) return false;
  if (fewer === 1) return leftRows.length === 1 && rightRows.length === 1;
  const leftBox = around(leftLines);
  const rightBox = around(rightLines);
  const leftProse = isProse(leftLines, leftBox.right - leftBox.left);
  const rightProse = isProse(rightLines, rightBox.right - rightBox.left);
  if (leftProse) return false;
  const ratio = (lines: readonly Line[], pattern: RegExp) =>
    lines.filter((line) => pattern.test(line.text)).length / Math.max(lines.length, 1);
  if (ratio(leftLines, /[:：]$/) >= 0.4) return true;
  const short = (lines: readonly Line[]) => median(lines.map((line) => line.words.length)) <= 5;
  const valued = ratio(rightLines, /\p{N}/u) >= 0.6 && ratio(leftLines, /\p{N}/u) <= 0.3;
  if (valued && short(leftLines) && short(rightLines)) return true;
  const dated = ratio(leftLines, /\p{N}/u) >= 0.8 && ratio(rightLines, /\p{N}/u) <= 0.3;
  if (dated && short(leftLines) && !rightProse && partners === leftRows.length) return true;
  // Dates or terms are in a narrow column beside the text they belong to.
  const narrow = leftBox.right - leftBox.left < 0.35 * (rightBox.right - leftBox.left);
  return narrow && leftRows.length < 0.7 * rightRows.length && rightProse && partners === leftRows.length;
}
