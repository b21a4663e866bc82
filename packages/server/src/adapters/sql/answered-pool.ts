import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** After so long without an answer the server is asked whether it works on a statement; the default, in ms. */
const defaultPatienceMs = 4_000;
/** How often statements without an answer are looked for, in ms. */
const beatMs = 1_000;
/** How long it may take to reach the server, and then until it says what it works on, in ms. */
const connectMs = 5_000;
const replyMs = 3_000;

/**
 * A pool that ends connections on which the server is silent, so that a statement there fails within 13 s. A network that
 * drops a connection says so to neither side, and the system gives up bytes that are never confirmed after a quarter of
 * an hour. A statement that the server works on may take as long as ever. The server is asked over a new connection;
 * where none is to be had, all that wait are ended.
 */
export function answeredPool(
  pool: pg.Pool,
  {
    url,
    isPooled = false,
    patienceMs = defaultPatienceMs,
  }: {
    url: string;
    /** A pooler names other processes than the server's, so only counts whether it answers. Default: false. */
    isPooled?: boolean;
    patienceMs?: number;
  },
): PostgresPool {
  /** Clients that wait for an answer, and since when. */
  const waiting = new Map<pg.PoolClient, number>();
  const watched = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  let isWatching = false;

  const look = async () => {
    const late = [...waiting].filter(([, since]) => performance.now() - since > patienceMs);
    const idle = late.length > 0 ? await idleProcesses(url).catch(() => null) : new Set<number>();
    for (const [client, since] of late) {
      // Answered in the meantime.
      if (waiting.get(client) !== since) continue;
      const isLost = idle === null || (!isPooled && idle.has(processIdOf(client)));
      // With a statement under way this breaks the connection at once.
      if (isLost) void client.end();
      else waiting.set(client, performance.now());
    }
    isWatching = false;
    if (waiting.size > 0) watch();
  };
  const watch = () => {
    if (isWatching) return;
    isWatching = true;
    setTimeout(look, Math.min(beatMs, patienceMs)).unref();
  };
  const watchedClient = (client: pg.PoolClient): PostgresPoolClient => {
    const query = async (statement: string, parameters: unknown[]) => {
      waiting.set(client, performance.now());
      watch();
      try {
        return await client.query(statement, parameters);
      } finally {
        waiting.delete(client);
      }
    };
    return {
      processID: processIdOf(client),
      // Not the form for cursors: no package for them is installed.
      query: query as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy),
    };
  };

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = watched.get(client) ?? watchedClient(client);
      watched.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** The server's processes of this user that work on nothing. Throws where it can't be reached. */
async function idleProcesses(url: string): Promise<Set<number>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "headwater watch",
    connectionTimeoutMillis: connectMs,
    query_timeout: replyMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where state like 'idle%' and usename = current_user",
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // It says that it has no connection left, for example: so it is there.
    if (error instanceof pg.DatabaseError) return new Set();
    throw error;
  } finally {
    void client.end().catch(() => {});
  }
}

/** The driver's types lack it. */
const processIdOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;
