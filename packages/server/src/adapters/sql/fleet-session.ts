import type pg from "pg";
import type { Signals } from "../../ports/signals.ts";
import { DatabaseUnavailableError } from "./database-outage.ts";
import { holdPostgres } from "./hold-postgres.ts";

/**
 * One connection of this process for all that it shares with the others on its database: it shows that the process is
 * there, hears what others send, and holds locks. All of it ends with the process, however that ends.
 */
export type FleetSession = Signals & {
  /** Takes a lock unless another process has it. One that this process has counts twice: ask for it once. */
  tryLock(key: string): Promise<boolean>;
  unlock(key: string): Promise<void>;
  /** The database's time, in ms since 1970. */
  time(): Promise<number>;
  /** Called when the connection broke, and with it every lock. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
};

const channel = "headwater";

/** The locks' keys are hashed with this number, so that they differ from those of `numberInTurn`. */
const seed = 260_000;

/** Opens the session. Throws OperatorError, among others while a service with the role `all` has the database. */
export const openFleetSession = async (
  url: string,
  { onTaken, waitMs }: { onTaken: () => void; waitMs?: number },
): Promise<FleetSession> => {
  let client: pg.Client | null = null;
  let wasHeld = false;
  const listeners = new Map<string, ((text: string) => void)[]>();
  const backListeners: (() => void)[] = [];
  const lostListeners: (() => void)[] = [];

  const hear = ({ payload = "" }: pg.Notification) => {
    const [kind = "", ...rest] = payload.split(" ");
    for (const listener of listeners.get(kind) ?? []) listener(rest.join(" "));
  };
  const release = await holdPostgres(url, {
    onTaken,
    isShared: true,
    ...(waitMs !== undefined && { waitMs }),
    async prepare(fresh) {
      fresh.on("notification", hear);
      await fresh.query(`listen ${channel}`);
    },
    onHeld(held) {
      client = held;
      if (held === null) for (const listener of lostListeners) listener();
      else if (wasHeld) for (const listener of backListeners) listener();
      wasHeld = true;
    },
  });

  const ask = async (statement: string, values: string[]) => {
    if (!client)
      throw new DatabaseUnavailableError("The PostgreSQL database can't be reached (session lost)");
    const asked = client;
    return asked.query(statement, values).catch((cause: unknown) => {
      throw new DatabaseUnavailableError("The PostgreSQL database can't be reached (session lost)", {
        cause,
      });
    });
  };

  return {
    async tryLock(key) {
      const { rows } = await ask(`select pg_try_advisory_lock(hashtextextended($1, ${seed})) as is_ours`, [
        key,
      ]);
      return rows[0]?.is_ours === true;
    },
    async unlock(key) {
      // Without a connection there is no lock.
      await ask(`select pg_advisory_unlock(hashtextextended($1, ${seed}))`, [key]).catch(() => {});
    },
    async time() {
      const { rows } = await ask("select extract(epoch from clock_timestamp()) * 1000 as time", []);
      return Number(rows[0]?.time);
    },
    async send(kind, text) {
      await ask("select pg_notify($1, $2)", [channel, `${kind} ${text}`]);
    },
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    onBack: (listener) => void backListeners.push(listener),
    onLost: (listener) => void lostListeners.push(listener),
    close: release,
  };
};
