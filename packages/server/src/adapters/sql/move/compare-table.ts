import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Database } from "../schema.ts";
import type { MovedTable } from "./moved-tables.ts";
import { countRowsOf, hashRow, type Row, readPage, readPages } from "./row-pages.ts";

/**
 * Reads a table in both databases and compares each row by its hash. Answers how many rows there are and the hash of them
 * all. Throws OperatorError where a row is missing, differs or is too many.
 */
export async function compareTable(
  from: Kysely<Database>,
  to: Kysely<Database>,
  table: MovedTable,
  onRows: (count: number) => void,
): Promise<{ rows: number; hash: string }> {
  const whole = createHash("sha256");
  let count = 0;
  let after: Row | null = null;
  for await (const rows of readPages(from, table, null)) {
    const copied = await readPage(to, table, after, rows.length);
    for (const [index, row] of rows.entries()) {
      const hash = hashRow(table, row);
      const other = copied[index];
      if (other === undefined || hashRow(table, other) !== hash) throw rowDiffers(table, row);
      whole.update(hash);
    }
    after = rows.at(-1) ?? null;
    count += rows.length;
    onRows(count);
  }
  const there = await countRowsOf(to, table);
  if (there !== count) throw differs(`The table ${table.name} has ${there} rows there, and ${count} here`);
  return { rows: count, hash: whole.digest("hex") };
}

const rowDiffers = ({ name, key }: MovedTable, row: Row) =>
  differs(
    `The row ${key.map((column) => `${column} ${row[column]}`).join(", ")} of the table ${name} differs there`,
  );

/** Not a matter of trying again: the rows that are there already are not copied once more. */
const differs = (what: string) =>
  new OperatorError(
    `${what}: something else has changed it. Run 'headwater move --cancel', empty that place, and move again.`,
  );
