import type { Field } from "./schema-fields.ts";
import type { ColumnValue } from "./table-columns.ts";

/** Amounts are rounded to cents, and prices are written with at most four decimals. */
const tolerance = 0.011;

/** The columns of a row whose values make each other: quantity × price = amount. */
export type RowColumns = { quantity: string; price: string; amount: string };

/** The three columns, when the fields of a list ask for all of them. */
export function rowColumnsOf(fields: Field[]): RowColumns | null {
  const named = (...meanings: string[]) =>
    fields.find(({ own }) => own.some((each) => each.some((meaning) => meanings.includes(meaning))))?.name;
  const [quantity, price] = [named("quantity"), named("price")];
  const amount = fields.find(
    ({ own, name }) =>
      name !== quantity &&
      name !== price &&
      own.some((each) => each.some((meaning) => ["amount", "total", "net"].includes(meaning))),
  )?.name;
  return quantity && price && amount ? { quantity, price, amount } : null;
}

/** Whether the row's values make each other; null when one of them is missing. */
export function rowFits(cells: ReadonlyMap<string, ColumnValue>, columns: RowColumns): boolean | null {
  const [quantity, price, amount] = [columns.quantity, columns.price, columns.amount].map(
    (name) => cells.get(name)?.value,
  );
  if (typeof quantity !== "number" || typeof price !== "number" || typeof amount !== "number") return null;
  return Math.abs(quantity * price - amount) <= Math.max(tolerance, Math.abs(quantity) * 0.00005);
}
