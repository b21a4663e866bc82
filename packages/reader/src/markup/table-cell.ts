/**
 * One cell. As in HTML, rows list only the cells that start in them; a cell that a span covers is left out. A line feed
 * in `text` or `markdown` is a line break inside the cell.
 */
export type TableCell = {
  text: string;
  /** Inline Markdown of the cell (bold, links …), without table syntax. Default: the escaped text. */
  markdown?: string | undefined;
  colspan?: number | undefined;
  rowspan?: number | undefined;
  /** Whether it heads its row. Cells of heading rows need it not. */
  isHeader?: boolean | undefined;
};
