import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { openRelay } from "../../../testing/relay.ts";
import { holdPostgres } from "./hold-postgres.ts";

needs("postgres", postgresFolders())("holding a PostgreSQL database", () => {
  let server: PostgresServer;
  let url: string;
  let watcher: pg.Client;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
  });
  afterAll(async () => {
    await watcher?.end();
    await server?.stop();
  });

  const hold = (onTaken = () => {}) => holdPostgres(url, { onTaken, waitMs: 0 });
  const holders = async () =>
    (await watcher.query("select pid from pg_locks where locktype = 'advisory' and granted")).rows;
  const breakConnections = () =>
    watcher.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headwater lock'",
    );

  it("refuses a second one until the first lets go", async () => {
    const release = await hold();
    await expect(hold()).rejects.toThrow(
      /case_1 at .* is used by another Headwater\. .* stop the other one.* role api or worker/,
    );
    await release();
    await (await hold())();
  });

  it("takes it again when its connection broke", async () => {
    const release = await hold();
    const [before] = await holders();
    await breakConnections();
    await expect.poll(holders).toEqual([{ pid: expect.not.toSatisfy((pid) => pid === before?.pid) }]);
    await expect(hold()).rejects.toThrow(/is used by another/);
    await release();
  });

  it("knows that its connection broke when no answer comes any more, and takes it again when one does", async () => {
    const relay = await openRelay(server.socket);
    const states: boolean[] = [];
    const release = await holdPostgres(server.overPort(url, relay.port), {
      onTaken: () => {},
      onHeld: (client) => states.push(client !== null),
      limitMs: 1_000,
      waitMs: 0,
    });
    relay.silence();
    await expect.poll(() => states, { timeout: 20_000 }).toEqual([true, false]);
    // What it began meanwhile has no answer either.
    await relay.mend();
    await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe(true);
    await release();
    await relay.cut();
  }, 60_000);

  it("says so when another one was quicker", async () => {
    let taken = 0;
    const release = await hold(() => {
      taken += 1;
    });
    await breakConnections();
    await watcher.query("select pg_advisory_lock(5209734178022714881)");
    await expect.poll(() => taken).toBe(1);
    await watcher.query("select pg_advisory_unlock_all()");
    await expect.poll(async () => (await holders()).length).toBe(1);
    await release();
  });
});
