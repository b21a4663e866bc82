import { type Connection, connect, Session, type Table } from "@lancedb/lancedb";

/** Bytes of index and of file metadata kept in memory for a table; LanceDB's own defaults are 6 GB and 1 GB. */
const indexCacheBytes = 256n * 1024n * 1024n;
const metadataCacheBytes = 64n * 1024n * 1024n;

/**
 * A table that can be opened anew while it is in use. A LanceDB session keeps the index files open that it ever read,
 * also those replaced and deleted since: some megabytes and four descriptors with every optimisation. Only a new
 * connection with a session of its own lets go of them.
 */
export type RenewableTable = {
  /** Runs work on the newest opening, which stays open until the work has ended. */
  use<T>(work: (table: Table) => Promise<T>): Promise<T>;
  /** Later work gets a new opening; the old one is closed when the work on it has ended. */
  renew(): Promise<void>;
  /** No other call may follow. Resolves when the work under way has ended. */
  close(): Promise<void>;
};

type Opening = { connection: Connection; table: Table; users: number; idle: PromiseWithResolvers<void> };

/** `open` gives the table on a connection; it is called once now, and with each renewal. */
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
  const retire = async (opening: Opening) => {
    if (opening.users > 0) await opening.idle.promise;
    opening.table.close();
    opening.connection.close();
  };

  let current = await openNew();
  return {
    async use(work) {
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
      const old = current;
      current = await openNew();
      void retire(old);
    },
    async close() {
      const last = current;
      // Work that ends later must be told apart from work on an opening that is still current.
      current = { ...last, users: 0, idle: Promise.withResolvers() };
      await retire(last);
    },
  };
}
