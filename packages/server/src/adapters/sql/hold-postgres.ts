import { Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../kernel/operator-error.ts";
import { explainPostgresError, placeOf } from "./open-postgres.ts";

/** Any number that nothing else in the database locks. */
const lockKey = "5209734178022714881";

/** A process that was killed is known to be gone within so long, in ms; see `keepalive`. */
const defaultWaitMs = 10_000;
const pauseMs = 250;
/** In ms. What is asked here takes far less. */
const statementTimeout = 60_000;

/**
 * Between two questions whether the connection still stands, and how long an answer may take, in ms. Without them a process
 * that is cut off would hold its locks, as far as it knows, for hours after the server has given them to another.
 */
const beatMs = 2_000;
const answerMs = 10_000;

/** The server notices after 5 s that a machine is gone. Its own default is over two hours. Sockets of this machine need none. */
const keepalive =
  "set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3";

type Held = { client: pg.Client; socket: Socket };

/**
 * Takes the database for this process alone, as the lock of a data folder does: two services with the role `all` would take
 * each other's builds for left over. Processes of a fleet share it, and keep such a service out. A connection that breaks
 * frees it; it is taken again, and `onTaken` is called when another process was quicker. Throws OperatorError. Answers how
 * to free it.
 */
export const holdPostgres = async (
  url: string,
  {
    onTaken,
    isShared = false,
    prepare = async () => {},
    onHeld = () => {},
    waitMs = defaultWaitMs,
    limitMs = answerMs,
  }: {
    onTaken: () => void;
    /** Held beside other processes that share it, too. Default: false. */
    isShared?: boolean;
    /** Called with each connection that holds the database, before it counts. */
    prepare?: (client: pg.Client) => Promise<void>;
    /** Called with the connection that holds the database, and with null when it broke. */
    onHeld?: (client: pg.Client | null) => void;
    waitMs?: number;
    /** How long an answer may take, in ms, until the connection counts as broken. Default: 10,000. */
    limitMs?: number;
  },
): Promise<() => Promise<void>> => {
  let held: Held | null = null;
  let closed = false;
  let wasTaken = false;

  /** Null while another process has it. */
  const take = async (): Promise<Held | null> => {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      stream: () => socket,
      application_name: "headwater lock",
      // Refused by a pooler, which would leave the lock with a connection that it gives to others.
      statement_timeout: statementTimeout,
      keepAlive: true,
    });
    // Also during the connection: without a listener the process would end.
    client.on("error", () => {});
    return within(limitMs, socket, async () => {
      await client.connect();
      try {
        await client.query(keepalive);
        const tryLock = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
        const { rows } = await client.query(`select ${tryLock}(${lockKey}) as is_ours`);
        if (rows[0]?.is_ours === true) {
          await prepare(client);
          return { client, socket };
        }
      } catch (error) {
        await client.end();
        throw error;
      }
      await client.end();
      return null;
    });
  };
  const free = ({ client, socket }: Held) => within(limitMs, socket, () => client.end());
  /** Breaks a connection that does not answer, so that its end is known. */
  const watch = async (own: Held) => {
    while (!closed && held === own) {
      await after(beatMs, undefined, { ref: false });
      // A broken one ends by itself.
      await within(limitMs, own.socket, () => own.client.query("select 1")).catch(() => {});
    }
  };
  const keep = (own: Held) => {
    held = own;
    onHeld(own.client);
    own.client.once("end", () => {
      held = null;
      onHeld(null);
      void takeAgain();
    });
    void watch(own);
  };
  const takeAgain = async () => {
    while (!closed && held === null) {
      await after(pauseMs, undefined, { ref: false });
      const own = await take().catch(() => undefined);
      if (own === null && !wasTaken) onTaken();
      wasTaken = own === null;
      if (own && closed) await free(own);
      else if (own) keep(own);
    }
  };

  const until = performance.now() + waitMs;
  for (;;) {
    const own = await take().catch((error: unknown) => {
      throw explainPostgresError(error, url);
    });
    if (own) {
      keep(own);
      break;
    }
    if (performance.now() >= until)
      throw new OperatorError(
        isShared
          ? `${placeOf(url)} is used by another Headwater with the role all, which has its database for itself: stop the other one, and start it again with the role api or worker.`
          : `${placeOf(url)} is used by another Headwater. A process with the role all has its database for itself: stop the other one, give both the role api or worker (HEADWATER_ROLE), or set HEADWATER_DATABASE to a database of its own.`,
      );
    await after(pauseMs);
  }
  return async () => {
    closed = true;
    if (held) await free(held);
  };
};

/** Breaks the connection when the work on it takes too long. */
const within = async <T>(ms: number, socket: Socket, work: () => Promise<T>): Promise<T> => {
  const timer = setTimeout(() => socket.destroy(), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
};
