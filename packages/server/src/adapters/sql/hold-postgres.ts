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

/** The server notices after 5 s that a machine is gone. Its own default is over two hours. Sockets of this machine need none. */
const keepalive =
  "set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3";

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
  }: {
    onTaken: () => void;
    /** Held beside other processes that share it, too. Default: false. */
    isShared?: boolean;
    /** Called with each connection that holds the database, before it counts. */
    prepare?: (client: pg.Client) => Promise<void>;
    /** Called with the connection that holds the database, and with null when it broke. */
    onHeld?: (client: pg.Client | null) => void;
    waitMs?: number;
  },
): Promise<() => Promise<void>> => {
  let held: pg.Client | null = null;
  let closed = false;
  let wasTaken = false;

  /** Null while another process has it. */
  const take = async (): Promise<pg.Client | null> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: "headwater lock",
      // Refused by a pooler, which would leave the lock with a connection that it gives to others.
      statement_timeout: statementTimeout,
      keepAlive: true,
    });
    // Also during the connection: without a listener the process would end.
    client.on("error", () => {});
    await client.connect();
    try {
      await client.query(keepalive);
      const tryLock = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
      const { rows } = await client.query(`select ${tryLock}(${lockKey}) as is_ours`);
      if (rows[0]?.is_ours === true) {
        await prepare(client);
        return client;
      }
    } catch (error) {
      await client.end();
      throw error;
    }
    await client.end();
    return null;
  };
  const keep = (client: pg.Client) => {
    held = client;
    onHeld(client);
    client.once("end", () => {
      held = null;
      onHeld(null);
      void takeAgain();
    });
  };
  const takeAgain = async () => {
    while (!closed && held === null) {
      await after(pauseMs, undefined, { ref: false });
      const client = await take().catch(() => undefined);
      if (client === null && !wasTaken) onTaken();
      wasTaken = client === null;
      if (client && closed) await client.end();
      else if (client) keep(client);
    }
  };

  const until = performance.now() + waitMs;
  for (;;) {
    const client = await take().catch((error: unknown) => {
      throw explainPostgresError(error, url);
    });
    if (client) {
      keep(client);
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
    await held?.end();
  };
};
