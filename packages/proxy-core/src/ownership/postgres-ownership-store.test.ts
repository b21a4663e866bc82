import pg from "pg";
import { expect, test } from "vitest";
import { needs } from "../../../../scripts/testing/needs.ts";
import { postgresFolders, startPostgres } from "../../../server/testing/postgres-server.ts";
import { describeLastingStore } from "../../testing/ownership-contract.ts";
import { createPostgresOwnershipStore } from "./postgres-ownership-store.ts";

needs("postgres", postgresFolders())("PostgreSQL", () => {
  describeLastingStore("a store in PostgreSQL", async () => {
    const server = await startPostgres();
    const pools: pg.Pool[] = [];
    let connectionString = "";
    const openPool = () => {
      const pool = new pg.Pool({ connectionString, max: 4 });
      // The server ends before the pool notices.
      pool.on("error", () => {});
      pools.push(pool);
      return createPostgresOwnershipStore(pool);
    };
    return {
      async open() {
        connectionString = await server.createDatabase();
        return openPool();
      },
      reopen: async () => openPool(),
      place: () => ({ postgres: connectionString }),
      async close() {
        await Promise.all(pools.map((pool) => pool.end()));
        await server.stop();
      },
    };
  });
});

test("a database that is not there yet is tried again with the next request", async () => {
  let isThere = false;
  const store = createPostgresOwnershipStore({
    async query() {
      if (!isThere) throw new Error("the database is starting up");
      return { rows: [], rowCount: 0 };
    },
  });
  await expect(store.claim("file", "f1", "anna")).rejects.toThrow("starting up");
  isThere = true;
  await store.claim("file", "f1", "anna");
});
