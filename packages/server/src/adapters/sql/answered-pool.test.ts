import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { needsPgbouncer, type Pgbouncer, startPgbouncer } from "../../../testing/pgbouncer.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { openRelay, type Relay } from "../../../testing/relay.ts";
import { answeredPool } from "./answered-pool.ts";

/** So short that a statement below takes dozens of them. */
const beatMs = 20;

/** Works for dozens of beats. */
const slow = "select 'done' as word from pg_sleep(2)";

const openPool = (url: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
};

needs("postgres", postgresFolders())("a pool whose connections are watched", () => {
  let server: PostgresServer;
  let url: string;
  let relay: Relay;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    relay = await openRelay(server.socket);
    url = server.overPort(await server.createDatabase(), relay.port);
    pool = openPool(url);
  });
  afterAll(async () => {
    await pool?.end();
    await relay?.cut();
    await server?.stop();
  });

  const query = async (statement: string, { isPooled = false, replyBeats = 1_000 } = {}) => {
    const client = await answeredPool(pool, { url, beatMs, isPooled, replyBeats }).connect();
    try {
      return (await client.query<{ word: string }>(statement, [])).rows;
    } finally {
      client.release();
    }
  };
  it.each([false, true])(
    "waits for what the server works on, however long it takes (pooled: %s)",
    async (isPooled) => {
      expect(await query(slow, { isPooled })).toEqual([{ word: "done" }]);
    },
  );

  it("ends a statement that got lost on its way while others get through, and goes on over a new connection", async () => {
    expect(await query("select 'here' as word")).toEqual([{ word: "here" }]);
    relay.silence({ onlyOpen: true });
    await expect(query("select 'lost' as word")).rejects.toThrow("Connection terminated");
    expect(await query(slow)).toEqual([{ word: "done" }]);
    await relay.mend();
  });

  it("ends a statement whose answer got stuck on its way, while others get through", async () => {
    expect(await query("select 'here' as word")).toEqual([{ word: "here" }]);
    relay.silenceWithin(100_000);
    // More than sockets on its way take, so the server can't get rid of it.
    await expect(query("select repeat('x', 60000000) as word")).rejects.toThrow("Connection terminated");
    expect(await query("select 'here' as word")).toEqual([{ word: "here" }]);
    await relay.mend();
  });

  it.each([false, true])(
    "ends what waits for a server that can't be reached at all (pooled: %s)",
    async (isPooled) => {
      expect(await query("select 'here' as word")).toEqual([{ word: "here" }]);
      relay.silence();
      await expect(query("select 'lost' as word", { isPooled, replyBeats: 8 })).rejects.toThrow(
        "Connection terminated",
      );
      await relay.mend();
      expect(await query("select 'here' as word")).toEqual([{ word: "here" }]);
    },
    60_000,
  );
});

needsPgbouncer("the same behind a pooler", () => {
  needs("postgres", postgresFolders())("in transaction mode", () => {
    let server: PostgresServer;
    let pooler: Pgbouncer;
    let relay: Relay;
    let pool: pg.Pool;
    let url: string;
    beforeAll(async () => {
      server = await startPostgres();
      pooler = await startPgbouncer(await server.createDatabase());
      relay = await openRelay(pooler.socket);
      url = pooler.overPort(relay.port);
      pool = openPool(url);
    });
    afterAll(async () => {
      await pool?.end();
      await relay?.cut();
      await pooler?.stop();
      await server?.stop();
    });
    const query = async (statement: string) => {
      const client = await answeredPool(pool, { url, beatMs, isPooled: true, replyBeats: 1_000 }).connect();
      try {
        return (await client.query<{ word: string }>(statement, [])).rows;
      } finally {
        client.release();
      }
    };

    it("waits for what the server works on, and ends what got lost or stuck, while others get through", async () => {
      expect(await query(slow)).toEqual([{ word: "done" }]);
      relay.silence({ onlyOpen: true });
      await expect(query("select 'lost' as word")).rejects.toThrow("Connection terminated");
      expect(await query(slow)).toEqual([{ word: "done" }]);
      relay.silenceWithin(100_000);
      await expect(query("select repeat('x', 60000000) as word")).rejects.toThrow("Connection terminated");
      expect(await query(slow)).toEqual([{ word: "done" }]);
      await relay.mend();
    }, 60_000);
  });
});
