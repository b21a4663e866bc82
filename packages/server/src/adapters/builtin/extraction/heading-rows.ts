import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Cell, Line } from "./line.ts";
import type { TableGrid } from "./table-grid.ts";

/** "SUPPLIER | DELIVER TO | PO no.": what a label is beside says nothing of it. Two words may be label and value. */
export const hasLabelsOnly = ({ grid, cells }: Line): boolean => {
  const filled = cells.filter(({ text }) => text !== "");
  return (
    grid !== null &&
    filled.length > 2 &&
    filled.every(({ words }) => words.length > 0 && words.every(({ known }) => known))
  );
};

/** Whether a row is a heading of columns. A first row such as "Name: | Katharina Voss" is not. */
export const isHeading = ({ grid, row, cells }: Line, { read }: LabelledDocument): boolean =>
  grid !== null &&
  row < grid.headerRows &&
  !/[:：]$/.test(cells[0]?.text ?? "") &&
  !isForm(grid, cells, read);

/** Labels below the first row that the lexicon must know in a form. */
const minFormLabels = 2;

/**
 * Whether a table is a form of labels and values side by side, whose first row a reader took for a heading: below it are known
 * labels, without numbers; a column of values has some; and the row's own values are not label words ("Value", "Amount").
 */
function isForm({ rows, headerRows }: TableGrid, heading: Cell[], read: LabelReader): boolean {
  if (heading.length % 2 === 1) return false;
  const columns = (parity: number) => heading.flatMap((_, column) => (column % 2 === parity ? [column] : []));
  const below = (column: number) => rows.slice(headerRows).flatMap((row) => row[column] || []);
  const isMixed = (values: string[]) =>
    values.some((value) => /\d/.test(value)) && values.some((value) => !/\d/.test(value));
  const labels = columns(0).flatMap(below);
  return (
    labels.every((label) => /^\P{N}*(?:\s\d{1,2})?$/u.test(label)) &&
    columns(1).every((column) => !heading[column]?.words.every(({ known }) => known)) &&
    ((labels.filter((label) => read(label).some(({ known }) => known)).length >= minFormLabels &&
      columns(1).some((column) => isMixed(below(column)))) ||
      columns(1).every((column) => isValue(heading[column])))
  );
}

/** Headings of columns have words of labels, and neither numbers nor names: "Tomasz Birch", "CC-4410". */
const isValue = (cell: Cell | undefined): boolean =>
  cell?.words.every(({ known }) => !known) === true &&
  /\d|^\p{Lu}\p{Ll}+(?:\s\p{Lu}[\p{L}.]+)+$/u.test(cell.text);
