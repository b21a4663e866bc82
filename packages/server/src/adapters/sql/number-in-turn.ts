import { sql, type Transaction } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";

/** What is numbered for each project by itself, audit entries for all together; claims of builds take turns as well where a project is limited. The number is the lock's own: never give it to something else. */
const numbered = {
  "word changes": 16,
  "sources and builds": 25,
  "audit entries": 28,
  "limited claims": 30,
  "keyed events": 31,
  webhooks: 32,
} as const;

/**
 * Lets one transaction at a time number such rows of these projects, until it ends. Without it two transactions of
 * PostgreSQL compute the same `max() + 1`, and a number that was drawn earlier may become visible later, so that a reader
 * that has seen the later one misses it. In SQLite a transaction that writes is alone anyway.
 *
 * Call it in a statement before the numbers are computed: they are taken from what was committed when theirs began.
 */
export const numberInTurn = async (
  transaction: Transaction<Database>,
  rows: keyof typeof numbered,
  projectIds: Iterable<ProjectId>,
): Promise<void> => {
  if (isSqlite(transaction)) return;
  // In one order, so that two transactions never wait for each other.
  for (const projectId of [...new Set(projectIds)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${sql.lit(numbered[rows])}))`.execute(
      transaction,
    );
};
