import type { Element } from "@headwater/client";
import type { CellGrid, Slot } from "./cell-grid.ts";
import { placesOf, type SheetPlaces } from "./sheet-places.ts";

export type Piece = { element: Element; grid: CellGrid };

/** A table of a sheet, of one element or of several that go on from each other. */
export type JoinedTable = {
  pieces: readonly Piece[];
  grid: CellGrid;
  places: SheetPlaces;
  /** The piece of each row. */
  pieceOfRow: readonly Piece[];
};

/** Whether a table goes on from the one before it: it repeats its headings, and nothing is between them. */
export function goesOn(before: Piece, next: Piece): boolean {
  const { headRows, columnCount } = before.grid;
  if (headRows === 0 || next.grid.headRows !== headRows || next.grid.columnCount !== columnCount)
    return false;
  const isSheet = before.element.metadata.range !== undefined || next.element.metadata.range !== undefined;
  if (isSheet && typeof next.element.metadata.first_row !== "number") return false;
  return headingTexts(before.grid) === headingTexts(next.grid);
}

/** Joins pieces to one table, with the headings once. */
export function joinTables(pieces: readonly Piece[]): JoinedTable {
  const slots: (readonly (Slot | undefined)[])[] = [];
  const rows: (number | undefined)[] = [];
  const pieceOfRow: Piece[] = [];
  const first = pieces[0]?.grid ?? { headRows: 0, columnCount: 0, slots: [] };
  let columns: readonly string[] | undefined;
  pieces.forEach((piece, index) => {
    const { headRows, columnCount, slots: lines } = piece.grid;
    const places = placesOf(piece.element, { headRows, columnCount, rowCount: lines.length });
    if (index === 0) columns = places.columns;
    for (let row = index === 0 ? 0 : headRows; row < lines.length; row += 1) {
      slots.push(lines[row] ?? []);
      rows.push(places.rows?.[row]);
      pieceOfRow.push(piece);
    }
  });
  const { headRows, columnCount } = first;
  return { pieces, grid: { headRows, columnCount, slots }, places: { rows, columns }, pieceOfRow };
}

const headingTexts = ({ headRows, slots }: CellGrid): string =>
  JSON.stringify(slots.slice(0, headRows).map((line) => line.map((slot) => slot?.cell.text)));
