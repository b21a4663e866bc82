import { Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** How often statements without an answer are looked for; the default, in ms. */
const defaultBeatMs = 1_000;
/** After so many beats without a byte the server is asked whether it works on a statement. */
const patience = 4;
/** So many beats it may take until it has said so, over a new connection; the default. */
const defaultReplyBeats = 8;

/**
 * A pool that ends connections on which the server is silent, so that a statement there fails within 13 s. A network that
 * drops a connection says so to neither side, and the system gives up bytes that are never confirmed after a quarter of
 * an hour. A statement that the server works on may take as long as ever; one whose answer it can't get rid of is not worked
 * on. The server is asked over a new connection; where none is to be had, all that wait are ended. Silence is counted in beats: in a process that gets no processor time, an answer
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
    /** A pooler names other processes than the server's, so statements are known by their text. Default: false. */
    isPooled?: boolean;
    beatMs?: number;
    replyBeats?: number;
  },
): PostgresPool {
  /** Clients that wait for an answer. */
  const waiting = new Map<pg.PoolClient, Waiting>();
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
      for (const [client, each] of waiting) {
        const bytes = bytesReadBy(client);
        each.beats = bytes === each.bytes ? each.beats + 1 : 0;
        each.bytes = bytes;
      }
      if ([...waiting.values()].some((each) => each.beats > patience)) await look();
    }
    isWatching = false;
  };
  const look = async () => {
    const late = [...waiting].filter(([, each]) => each.beats > patience);
    const working = await workingProcesses(url, beats(replyBeats)).catch(() => []);
    for (const [client, each] of late) {
      // Answered in the meantime, or an answer has begun.
      if (waiting.get(client) !== each || bytesReadBy(client) !== each.bytes) continue;
      const isOwn = ({ pid, query }: Working) =>
        isPooled ? each.statement.startsWith(query) : pid === processIdOf(client);
      // With a statement under way this breaks the connection at once.
      if (working && !working.some(isOwn)) void client.end();
      else each.beats = 0;
    }
  };
  const watchedClient = (client: pg.PoolClient): PostgresPoolClient => {
    const query = async (statement: string, parameters: unknown[]) => {
      waiting.set(client, { statement, beats: 0, bytes: bytesReadBy(client) });
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

/** A statement under way: how many beats there was no byte of an answer, after how many of the connection. */
type Waiting = { statement: string; beats: number; bytes: number };

/** A process of the server, and the beginning of its statement. */
type Working = { pid: number; query: string };

/** The server keeps the beginning of a statement, in bytes: as many characters of ours are always in it. */
const knownLength = 200;

/**
 * The server's processes of this user that work on something, or may do: where it does not say what they do. Null where it
 * answers with an error. Throws where it does not answer before `late`.
 */
async function workingProcesses(url: string, late: Promise<void>): Promise<Working[] | null> {
  const socket = new Socket();
  const client = new pg.Client({
    ...{ connectionString: url, application_name: "headwater watch", stream: () => socket },
  });
  client.on("error", () => {});
  const ask = async () => {
    await client.connect();
    const { rows } = await client.query<Working>(
      `select pid, left(query, ${knownLength}) as query from pg_stat_activity
        where state not like 'idle%' and wait_event is distinct from 'ClientWrite' and usename = current_user`,
    );
    return rows;
  };
  void late.then(() => socket.destroy());
  try {
    return await ask();
  } catch (error) {
    // It says that it has no connection left, for example: so it is there.
    if (error instanceof pg.DatabaseError) return null;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** The driver's types lack both. */
const bytesReadBy = (client: pg.PoolClient): number =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream.bytesRead;
const processIdOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;
