import { sql, type Transaction } from "kysely";
import type { FileId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";

/**
 * The rows that transactions lock: their key, a column in no index, which SQLite would otherwise write anew, and what a
 * lock answers.
 */
const lockable = {
  sources: { key: "file_id", unindexed: "file_size", answered: ["project_id"] },
  versions: { key: "version_id", unindexed: "message", answered: ["project_id", "file_id", "status"] },
  flows: { key: "flow_id", unindexed: "draft_version", answered: ["project_id"] },
  embedding_spaces: { key: "space_id", unindexed: "is_whole", answered: ["project_id"] },
} as const;

type Lockable = typeof lockable;
type Locked<Table extends keyof Lockable> = Pick<
  Database[Table],
  Lockable[Table]["answered"][number] & keyof Database[Table]
>;

/**
 * Locks a row until the transaction ends, so that no other writer changes or removes it. Undefined when the row is gone.
 * A no-op UPDATE is the one row lock that SQLite and PostgreSQL both have.
 */
export const lockRow = async <Table extends keyof Lockable>(
  transaction: Transaction<Database>,
  table: Table,
  id: string,
): Promise<Locked<Table> | undefined> => {
  const { key, unindexed, answered } = lockable[table];
  const column = sql.ref(unindexed);
  const { rows } = await sql<Locked<Table>>`
    update ${sql.table(table)} set ${column} = ${column} where ${sql.ref(key)} = ${id}
    returning ${sql.join(answered.map((name) => sql.ref(name)))}`.execute(transaction);
  return rows[0];
};

export const sourceGone = (fileId: FileId): Error =>
  new Error(`The source ${fileId} was removed while it was being processed`);
