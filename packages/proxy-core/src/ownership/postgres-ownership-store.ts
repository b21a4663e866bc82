import { expiryMs } from "./expiry.ts";
import type { LastingOwnershipStore } from "./ownership-store.ts";
import { tableName } from "./table-name.ts";

/** A pool or a client of `pg`, or anything that answers queries as it does. */
export type PostgresDatabase = {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;
};

export type PostgresOwnershipStoreOptions = {
  /** Name of the table. It is made when it is absent, in the first schema of the search path. Default `headwater_owners`. */
  table?: string;
};

/**
 * An ownership store in PostgreSQL, for any number of processes. The pool is the application's: it opens and closes it.
 *
 * @example
 * import pg from "pg";
 * const ownership = createPostgresOwnershipStore(new pg.Pool({ connectionString: process.env.DATABASE_URL }));
 */
export function createPostgresOwnershipStore(
  database: PostgresDatabase,
  { table }: PostgresOwnershipStoreOptions = {},
): LastingOwnershipStore {
  const owners = tableName(table);
  // One command, so one transaction. Without the lock, processes that start together would collide.
  const create = `
    SELECT pg_advisory_xact_lock(hashtext('${owners}'));
    CREATE TABLE IF NOT EXISTS ${owners} (
      sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      caller TEXT NOT NULL,
      claimed_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      UNIQUE (kind, id)
    );
    CREATE INDEX IF NOT EXISTS ${owners}_caller ON ${owners} (kind, caller, sequence);
    CREATE INDEX IF NOT EXISTS ${owners}_age ON ${owners} (kind, claimed_at);
  `;
  let created: Promise<unknown> | undefined;
  const query = async (text: string, values: unknown[]) => {
    created ??= database.query(create);
    try {
      await created;
    } catch (error) {
      // Try again with the next request.
      created = undefined;
      throw error;
    }
    return database.query(text, values);
  };
  type Row = { id: string; caller: string };

  return {
    lasting: true,
    async claim(kind, id, caller) {
      const maxAge = expiryMs[kind];
      if (maxAge !== undefined)
        await query(
          `DELETE FROM ${owners} WHERE kind = $1 AND claimed_at < now() - $2 * INTERVAL '1 millisecond'`,
          [kind, maxAge],
        );
      await query(
        `INSERT INTO ${owners} (kind, id, caller) VALUES ($1, $2, $3) ON CONFLICT (kind, id) DO NOTHING`,
        [kind, id, caller],
      );
    },
    async ownerOf(kind, id) {
      const { rows } = await query(`SELECT caller FROM ${owners} WHERE kind = $1 AND id = $2`, [kind, id]);
      return (rows[0] as Row | undefined)?.caller;
    },
    async listOwned(kind, caller) {
      const text = `SELECT id FROM ${owners} WHERE kind = $1 AND caller = $2 ORDER BY sequence`;
      return ((await query(text, [kind, caller])).rows as Row[]).map(({ id }) => id);
    },
    async release(kind, id) {
      const { rowCount } = await query(`DELETE FROM ${owners} WHERE kind = $1 AND id = $2`, [kind, id]);
      return (rowCount ?? 0) > 0;
    },
    async listOpen(max) {
      const text = `SELECT id, caller FROM ${owners} WHERE kind = 'ingestion' ORDER BY sequence LIMIT $1`;
      return ((await query(text, [max])).rows as Row[]).map(({ id, caller }) => ({ buildId: id, caller }));
    },
  };
}
