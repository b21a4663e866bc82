import { around, type Box, overlap } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { FieldBlock } from "./placed-block.ts";
import type { TableBlock } from "./table-block.ts";
import { rowsOfLines } from "./text-rows.ts";

/** One unit of the reading order: a line of text, or a whole table or form field. */
export type Atom = Line | TableBlock | FieldBlock;

export const isLine = (atom: Atom): atom is Line => "words" in atom;

export const centre = (atom: Box) => (atom.left + atom.right) / 2;

type Band = { atoms: Atom[]; members: Atom[][]; gutters: Gap[]; columns: boolean; extent: Box };

type Gap = { start: number; end: number };

/** The ranges between atoms that no atom reaches into. */
function gapsOf(atoms: readonly Atom[], start: (atom: Atom) => number, end: (atom: Atom) => number): Gap[] {
  const sorted = [...atoms].sort((a, b) => start(a) - start(b));
  const gaps: Gap[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const atom of sorted) {
    if (start(atom) > reached) gaps.push({ start: reached, end: start(atom) });
    reached = reached === Number.POSITIVE_INFINITY ? end(atom) : Math.max(reached, end(atom));
  }
  return gaps;
}

const guttersOf = (atoms: readonly Atom[]) =>
  gapsOf(
    atoms,
    (atom) => atom.left,
    (atom) => atom.right,
  );

/** The middle of the widest gutter that is wide enough for the text beside it. Null when there is none. */
export function widestGutter(atoms: readonly Atom[], size: number): number | null {
  let best: Gap | null = null;
  for (const gap of guttersOf(atoms)) {
    if (best && gap.end - gap.start <= best.end - best.start) continue;
    const middle = (gap.start + gap.end) / 2;
    const left = atoms.filter((atom) => centre(atom) < middle).length;
    const fewest = Math.min(left, atoms.length - left);
    // With only a few lines beside it, a gap is more likely a wide space.
    if (gap.end - gap.start >= (fewest >= 3 ? 0.6 : 1.2) * size) best = gap;
  }
  return best ? (best.start + best.end) / 2 : null;
}

/** The bands between the gaps that cross the whole region, top to bottom. */
export function bandsOf(atoms: readonly Atom[]): Atom[][] {
  const sorted = [...atoms].sort((a, b) => a.top - b.top);
  const bands: Atom[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const atom of sorted) {
    // Ascenders may reach a little into the line above.
    const slack = 0.15 * (atom.bottom - atom.top);
    const band = bands.at(-1);
    if (band && atom.top + Math.min(slack, 3) < reached) band.push(atom);
    else bands.push([atom]);
    reached = Math.max(reached, atom.bottom);
  }
  return bands;
}

/** Joins neighbouring bands while a gutter runs through all of them, or through none of them. */
export function mergeBands(bands: Atom[][], size: number): Atom[][] {
  const ownGutters = bands.map((band) => guttersOf(band).filter((gap) => gap.end - gap.start >= 0.6 * size));
  const merged: Band[] = [];
  bands.forEach((atoms, index) => {
    const gutters = confirmedGutters(atoms, ownGutters, index, size);
    const band: Band = {
      atoms: [...atoms],
      members: [atoms],
      gutters,
      columns: gutters.length > 0,
      extent: around(atoms),
    };
    const open = merged.at(-1);
    if (open && !open.columns && band.columns) takeColumnStart(open, band, size);
    const shared = open ? sharedGutters(open, band, size) : [];
    const bothPlain = open !== undefined && !open.columns && !band.columns;
    if (open && (bothPlain || shared.length > 0)) {
      open.atoms.push(...band.atoms);
      open.members.push(...band.members);
      open.gutters = shared;
      open.columns ||= band.columns;
      open.extent = around([open.extent, band.extent]);
    } else merged.push(band);
  });
  return merged.map(({ atoms }) => atoms).filter((atoms) => atoms.length > 0);
}

/** So few lines may be the end of the text above, which runs across both columns. */
const minColumnStart = 3;

/**
 * Moves the lines that end a band without gutters to the columns below them, when they already are in one of these
 * columns. A figure may fill the other column beside them.
 */
function takeColumnStart(open: Band, band: Band, size: number): void {
  const count = open.members.length;
  let first = count;
  while (first > 0) {
    const atoms = open.members[first - 1] as Atom[];
    const own: Band = { atoms, members: [], gutters: [], columns: false, extent: around(atoms) };
    if (sharedGutters(own, band, size).length === 0) break;
    first -= 1;
  }
  if (first === 0 || count - first < minColumnStart) first = firstOfFarColumn(open, band, size);
  if (first === count) return;
  const taken = open.members.splice(first);
  open.atoms = open.members.flat();
  open.extent = around(open.atoms);
  band.members.unshift(...taken);
  band.atoms.unshift(...taken.flat());
  for (const atoms of taken) {
    band.gutters = sharedGutters({ ...band, gutters: [], columns: false, extent: around(atoms) }, band, size);
  }
  band.extent = around(band.atoms);
}

/**
 * The first of the members at the end of a band that are the start of the right column: a line that begins at its left
 * edge is not the end of text across both columns, even where it is the only one.
 */
function firstOfFarColumn(open: Band, band: Band, size: number): number {
  const gutter = band.gutters.at(-1);
  const far = gutter ? band.atoms.filter((atom) => atom.left >= gutter.end - 1).filter(isLine) : [];
  const edge = Math.min(...far.map((line) => line.left));
  const lineSize = far[0]?.size ?? size;
  const belongs = (atom: Atom) =>
    isLine(atom) && Math.abs(atom.left - edge) < 0.3 * size && Math.abs(atom.size - lineSize) < 0.5;
  let first = open.members.length;
  // The text across both columns, or their heading, stays.
  while (first > 1 && open.members[first - 1]?.every(belongs)) first -= 1;
  return first;
}

/**
 * A gap in a single row may be a wide space. It counts when a second row has the same gap, or when it is wider than any
 * space.
 */
function confirmedGutters(band: readonly Atom[], all: readonly Gap[][], index: number, size: number): Gap[] {
  const own = all[index] ?? [];
  const lines = band.filter(isLine);
  if (lines.length < band.length || rowsOfLines(lines).length > 1) return own;
  const neighbours = [...(all[index - 1] ?? []), ...(all[index + 1] ?? [])];
  return own.filter(
    (gap) =>
      gap.end - gap.start > 2.5 * size ||
      neighbours.some((other) => overlap(gap.start, gap.end, other.start, other.end) > 0.4 * size),
  );
}

/** The ranges of x that are white in both bands. A band is white on either side of its own text. */
function sharedGutters(open: Band, band: Band, size: number): Gap[] {
  // Two bands without gutters that stand side by side in x share no gutter. They follow each other.
  if (!open.columns && !band.columns) return [];
  const free = ({ gutters, extent }: Band): Gap[] => [
    { start: Number.NEGATIVE_INFINITY, end: extent.left },
    ...gutters,
    { start: extent.right, end: Number.POSITIVE_INFINITY },
  ];
  const result: Gap[] = [];
  const total = around([open.extent, band.extent]);
  for (const a of free(open)) {
    for (const b of free(band)) {
      const start = Math.max(a.start, b.start);
      const end = Math.min(a.end, b.end);
      if (start > total.left && end < total.right && end - start >= 0.6 * size) result.push({ start, end });
    }
  }
  return result;
}
