import type { BoundingBox, Element } from "../../../elements/element.ts";
import type { LabelWord } from "../../../text/label-words.ts";
import type { TableGrid } from "./table-grid.ts";

export type Cell = { text: string; words: LabelWord[] };

/** One line of a document in which labels and values stand: a line of text (one cell) or a table row. */
export type Line = {
  element: Element;
  cells: Cell[];
  /** The row's table and the row's position in it. */
  grid: TableGrid | null;
  row: number;
  /** Where it is on its page; of a table's row the whole table. */
  box?: BoundingBox;
};

export type CellPlace = { order: number; column: number };
