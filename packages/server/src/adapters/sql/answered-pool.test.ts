import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { openRelay, type Relay } from "../../../testing/relay.ts";
import { answeredPool } from "./answered-pool.ts";

/** So short that a statement below takes dozens of them. */
const beatMs = 20;

needs("postgres", postgresFolders())("a pool whose connections are watched", () => {
  let server: PostgresServer;
  let url: string;
  let relay: Relay;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    relay = await openRelay(server.socket);
    url = server.overPort(await server.createDatabase(), relay.port);
    pool = new pg.Pool({ connectionString: url });
    pool.on("error", () => {});
    pool.on("connect", (client) => void client.on("error", () => {}));
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
  const slow = "select 'done' as word from pg_sleep(2)";

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
