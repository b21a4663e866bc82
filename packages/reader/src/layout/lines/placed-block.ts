import type { Box } from "../page/box.ts";
import type { FormField } from "../page/page.ts";

/** A filled form field, with the words beside it that say what it is for. */
export type FieldBlock = Box & { field: FormField; label: string };

/** A picture or a drawing, with the text inside it, a row a line. */
export type FigureBlock = Box & {
  labels: string;
  /** The text that its tag gives for it. */
  alternative?: string;
};

/** A part of the page that is not a text of its own. It keeps its place in the reading order as a whole. */
export type PlacedBlock = FieldBlock | FigureBlock;

export const isField = (block: object): block is FieldBlock => "field" in block;

export const isFigure = (block: object): block is FigureBlock => "labels" in block;
