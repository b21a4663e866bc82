import { Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** How often statements without an answer are looked for; the default, in ms. */
const defaultBeatMs = 1_000;
/** After so many beats without an answer the server is asked whether it works on a statement. */
const patience = 4;
/** So many beats it may take until it has said so, over a new connection; the default. */
const defaultReplyBeats = 8;

/**
 * A pool that ends connections on which the server is silent, so that a statement there fails within 13 s. A network that
 * drops a connection says so to neither side, and the system gives up bytes that are never confirmed after a quarter of
 * an hour. A statement that the server works on may take as long as ever. The server is asked over a new connection;
 * where none is to be had, all that wait are ended. Silence is counted in beats: in a process that gets no processor time, an answer
 * may lie there unread.
 */
export function answeredPool(
  pool: pg.Pool,
  {
    url,
    isPooled = false,
    beatMs = defaultBeatMs,
    replyBeats = defaultReplyBeats,
  }: {
    url: string;
    /** A pooler names other processes than the server's, so only counts whether it answers. Default: false. */
    isPooled?: boolean;
    beatMs?: number;
    replyBeats?: number;
  },
): PostgresPool {
  /** Clients that wait for an answer, and for how many beats. */
  const waiting = new Map<pg.PoolClient, number>();
  const watched = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const beats = async (count: number) => {
    for (let beat = 0; beat < count; beat += 1) await after(beatMs, undefined, { ref: false });
  };
  let isWatching = false;

  const watch = async () => {
    if (isWatching) return;
    isWatching = true;
    while (waiting.size > 0) {
      await beats(1);
      for (const [client, count] of waiting) waiting.set(client, count + 1);
      if ([...waiting.values()].some((count) => count > patience)) await look();
    }
    isWatching = false;
  };
  const look = async () => {
    const late = [...waiting].filter(([, count]) => count > patience);
    const idle = await idleProcesses(url, beats(replyBeats)).catch(() => null);
    for (const [client, count] of late) {
      // Answered in the meantime.
      if (waiting.get(client) !== count) continue;
      const isLost = idle === null || (!isPooled && idle.has(processIdOf(client)));
      // With a statement under way this breaks the connection at once.
      if (isLost) void client.end();
      else waiting.set(client, 0);
    }
  };
  const watchedClient = (client: pg.PoolClient): PostgresPoolClient => {
    const query = async (statement: string, parameters: unknown[]) => {
      waiting.set(client, 0);
      void watch();
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

/** The server's processes of this user that work on nothing. Throws where it does not answer before `late`. */
async function idleProcesses(url: string, late: Promise<void>): Promise<Set<number>> {
  const socket = new Socket();
  const client = new pg.Client({
    ...{ connectionString: url, application_name: "headwater watch", stream: () => socket },
  });
  client.on("error", () => {});
  const ask = async () => {
    await client.connect();
    return client.query<{ pid: number }>(
      "select pid from pg_stat_activity where state like 'idle%' and usename = current_user",
    );
  };
  void late.then(() => socket.destroy());
  try {
    return new Set((await ask()).rows.map(({ pid }) => pid));
  } catch (error) {
    // It says that it has no connection left, for example: so it is there.
    if (error instanceof pg.DatabaseError) return new Set();
    throw error;
  } finally {
    socket.destroy();
  }
}

/** The driver's types lack it. */
const processIdOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;
