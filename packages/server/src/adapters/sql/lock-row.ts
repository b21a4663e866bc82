import { sql, type Transaction } from "kysely";
import type { FileId } from "../../kernel/ids.ts";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";

/** The rows that transactions lock: their key, and what a lock answers. */
const lockable = {
  sources: { key: "file_id", answered: ["project_id"] },
  versions: { key: "version_id", answered: ["project_id", "file_id", "status"] },
  flows: { key: "flow_id", answered: ["project_id"] },
  embedding_spaces: { key: "space_id", answered: ["project_id"] },
} as const;

type Lockable = typeof lockable;
type Locked<Table extends keyof Lockable> = Pick<
  Database[Table],
  Lockable[Table]["answered"][number] & keyof Database[Table]
>;

/**
 * Locks a row until the transaction ends, so that no other writer changes or removes it. Undefined when the row is gone.
 * In SQLite a transaction is the only writer from its beginning (`begin immediate`). An update that changes nothing locks as well, but
 * writes a page there, and in PostgreSQL a row.
 */
export const lockRow = async <Table extends keyof Lockable>(
  transaction: Transaction<Database>,
  table: Table,
  id: string,
): Promise<Locked<Table> | undefined> => {
  const { key, answered } = lockable[table];
  const { rows } = await sql<Locked<Table>>`
    select ${sql.join(answered.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${sql.ref(key)} = ${id}
    ${isSqlite(transaction) ? sql`` : sql`for no key update`}`.execute(transaction);
  return rows[0];
};

export const sourceGone = (fileId: FileId): Error =>
  new Error(`The source ${fileId} was removed while it was being processed`);
