/**
 * One cell. Rows list only the cells that start in them, as HTML does: what a span covers is left out.
 * A line feed in `text` or `markdown` is a line break inside the cell.
 */
export type TableCell = {
  text: string;
  /** Inline Markdown of the cell (bold, links …), without table syntax; default: the text, escaped. */
  markdown?: string | undefined;
  colspan?: number | undefined;
  rowspan?: number | undefined;
};
