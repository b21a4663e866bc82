import { type Connection, connect, Session, type Table } from "@lancedb/lancedb";

/** Bytes of index and of file metadata kept in memory for a table; LanceDB's own defaults are 6 GB and 1 GB. */
const indexCacheBytes = 64n * 1024n * 1024n;
const metadataCacheBytes = 16n * 1024n * 1024n;

/**
 * A table that can be opened again while it is in use. A LanceDB session keeps the index files open that it ever read,
 * also those replaced and deleted since: some megabytes and four descriptors with every optimisation. Only a new
 * connection with a session of its own lets go of them.
 */
export type RenewableTable = {
  /** Runs work on the newest opening, which stays open until the work has ended. */
  use<T>(work: (table: Table) => Promise<T>): Promise<T>;
  /** Later work gets a new opening; the old one is closed when the work on it has ended. */
  renew(): Promise<void>;
  /** Closes it until the next work. False, and nothing happens, when there is work under way. */
  rest(): boolean;
  /** No other call may follow. Resolves when the work under way has ended. */
  close(): Promise<void>;
};

type Opening = { connection: Connection; table: Table; users: number; idle: PromiseWithResolvers<void> };

/** `open` gives the table on a connection; it is called once now, with each renewal, and after each rest. */
export async function createRenewableTable(
  directory: string,
  open: (connection: Connection) => Promise<Table>,
): Promise<RenewableTable> {
  const openNew = async (): Promise<Opening> => {
    const connection = await connect(directory, {}, new Session(indexCacheBytes, metadataCacheBytes));
    try {
      return { connection, table: await open(connection), users: 0, idle: Promise.withResolvers() };
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  const shut = ({ table, connection }: Opening) => {
    table.close();
    connection.close();
  };
  const retire = async (opening: Opening) => {
    if (opening.users > 0) await opening.idle.promise;
    shut(opening);
  };

  let current: Opening | null = await openNew();
  let waking: Promise<void> | undefined;
  const wake = (): Promise<void> => {
    waking ??= openNew()
      .then((opening) => {
        current = opening;
      })
      .finally(() => {
        waking = undefined;
      });
    return waking;
  };

  return {
    async use(work) {
      while (!current) await wake();
      const opening = current;
      opening.users += 1;
      try {
        return await work(opening.table);
      } finally {
        opening.users -= 1;
        if (opening.users === 0 && opening !== current) opening.idle.resolve();
      }
    },
    async renew() {
      // One that rests, or wakes, has nothing old.
      if (!current) return;
      const next = await openNew();
      const old = current;
      current = next;
      if (old) void retire(old);
    },
    rest() {
      if (waking || (current && current.users > 0)) return false;
      if (current) shut(current);
      current = null;
      return true;
    },
    async close() {
      await waking;
      const last = current;
      if (!last) return;
      // Work that ends later must be told apart from work on an opening that is still current.
      current = { ...last, users: 0, idle: Promise.withResolvers() };
      await retire(last);
    },
  };
}
