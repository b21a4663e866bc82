import type { LabelledDocument } from "./document-lines.ts";
import { type DrawnRow, type DrawnWord, drawnRows } from "./drawn-rows.ts";
import { type RowColumns, rowColumnsOf, rowFits } from "./row-arithmetic.ts";
import type { Field } from "./schema-fields.ts";
import type { ColumnValue, FoundRow } from "./table-columns.ts";

/**
 * The rows of a list of goods: as the page is drawn, where more of these make quantity × price = amount than of the rows
 * that tables have. Other lists are left as they are.
 */
export function rowsOfGoods(fields: Field[], tabled: FoundRow[], document: LabelledDocument): FoundRow[] {
  const columns = rowColumnsOf(fields);
  if (!columns) return tabled;
  const named = fields.find(
    ({ own, kind }) => kind === "text" && own.some((each) => each.some(isName)),
  )?.name;
  const fitting = tabled.filter(({ cells }) => rowFits(cells, columns) === true).length;
  const drawn = drawnRows(document.elements, document.decimal, document.read);
  if (drawn.filter(({ fits }) => fits).length <= fitting) return tabled;
  const rows = drawn.map((row) => ({ row, found: foundRow(row, columns, named) }));
  return named === undefined ? rows.map(({ found }) => found) : mergedWith(tabled, rows, named);
}

function foundRow(
  { name, quantity, price, amount }: DrawnRow,
  columns: RowColumns,
  named: string | undefined,
): FoundRow {
  const cells = new Map([[columns.amount, cellOf(amount)]]);
  if (quantity) cells.set(columns.quantity, cellOf(quantity));
  if (price) cells.set(columns.price, cellOf(price));
  const [first] = name;
  if (named !== undefined && first) {
    const value = name.map(({ text }) => text).join(" ");
    cells.set(named, { value, texts: runsOf(name), score: 1, element: first.element });
  }
  return { element: amount.element, cells };
}

/**
 * Where tables have every drawn row, with its name in a cell of its own, these have the whole name, further values, and rows that
 * no arithmetic tells. Then only the numbers are those of the drawn rows.
 */
function mergedWith(
  tabled: FoundRow[],
  drawn: { row: DrawnRow; found: FoundRow }[],
  named: string,
): FoundRow[] {
  const merged = [...tabled];
  let at = 0;
  for (const { row, found } of drawn) {
    const words = plain(row.name.map(({ text }) => text).join(" "));
    const index = tabled.findIndex((each, place) => {
      const name = plain(String(each.cells.get(named)?.value ?? ""));
      return (
        place >= at && words !== "" && name.includes(words) && !name.includes(plain(row.price?.text ?? " "))
      );
    });
    const whole = tabled[index];
    if (!whole) return drawn.map((each) => each.found);
    // A row that does not fit may lack a part of a number: it only fills what the table has not.
    const numbers = [...found.cells].filter(
      ([name]) => name !== named && (row.fits || !whole.cells.has(name)),
    );
    merged[index] = { element: whole.element, cells: new Map([...whole.cells, ...numbers]) };
    at = index + 1;
  }
  return merged;
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

const isName = (meaning: string): boolean => ["description", "name", "title"].includes(meaning);

const cellOf = ({ value, text, element }: DrawnWord): ColumnValue => ({
  value,
  texts: [text],
  score: 1,
  element,
});

/** The words that follow each other in the text of their element. */
function runsOf(words: DrawnWord[]): string[] {
  const runs: string[] = [];
  for (const { text, element } of words) {
    const longer = `${runs.at(-1) ?? ""} ${text}`;
    if (runs.length > 0 && element.text.includes(longer)) runs[runs.length - 1] = longer;
    else runs.push(text);
  }
  return runs;
}
