import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { createInProcessLock } from "../memory/in-process-lock.ts";
import { openFleetClock } from "./fleet-clock.ts";
import { createFleetKeeper } from "./fleet-keeper.ts";
import { createFleetLock } from "./fleet-lock.ts";
import { type FleetSession, openFleetSession } from "./fleet-session.ts";

needs("postgres", postgresFolders())("what processes share over PostgreSQL", () => {
  let server: PostgresServer;
  let url: string;
  let watcher: pg.Client;
  let one: FleetSession;
  let other: FleetSession;
  const open = () => openFleetSession(url, { onTaken: () => {}, waitMs: 0 });
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    [one, other] = [await open(), await open()];
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
    await watcher?.end();
    await server?.stop();
  });
  const breakConnections = () =>
    watcher.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headwater lock'",
    );

  it("runs tasks of one key one after the other, whichever process has them, and those of other keys at once", async () => {
    const locks = [one, other].map((session) => createFleetLock(session, createInProcessLock()));
    let inside = 0;
    let most = 0;
    const task = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await one.time();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => locks[index % 2]?.("key", task)));
    expect(most).toBe(1);
    const [first, second] = locks;
    expect(await first?.("key", async () => second?.("another key", async () => "inside both"))).toBe(
      "inside both",
    );
    await expect(first?.("key", async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await second?.("key", async () => "free again")).toBe("free again");
  });

  it("hears what another sends, also after its connection broke", async () => {
    const heard: string[] = [];
    other.on("greeting", (text) => heard.push(text));
    other.on("another kind", () => heard.push("of another kind"));
    let back = 0;
    for (const session of [one, other])
      session.onBack(() => {
        back += 1;
      });
    await one.send("greeting", "a b");
    await expect.poll(() => heard).toEqual(["a b"]);
    await breakConnections();
    await expect.poll(() => back).toBe(2);
    await one.send("greeting", "again");
    await expect.poll(() => heard).toEqual(["a b", "again"]);
  });

  it("has one keeper, and another one when that is gone", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    const third = await open();
    const keeper = await createFleetKeeper(third, timer);
    const successor = await createFleetKeeper(other, timer);
    const changes: boolean[] = [];
    keeper.onChange((is) => changes.push(is));
    expect([keeper.isKeeper(), successor.isKeeper()]).toEqual([true, false]);
    await third.close();
    await expect.poll(() => changes).toEqual([true, false]);
    await expect
      .poll(async () => {
        await pass(2_000);
        return successor.isKeeper();
      })
      .toBe(true);
  });

  it("tells the database's time", async () => {
    const clock = await openFleetClock(
      { time: async () => 1_000_000 },
      createManualTimer(createManualClock()).timer,
    );
    expect(clock.now().getTime()).toBeGreaterThan(999_000);
    expect(clock.now().getTime()).toBeLessThan(1_030_000);
  });
});
