import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { CompiledQuery, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogSync } from "./log-sync.ts";
import type { Database } from "./schema.ts";
import { createShareCommit } from "./shared-commits.ts";
import { withSharedSync } from "./shared-sync.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

class OneConnection extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

describe("commits that share their wait for the disk", () => {
  /** Waits that were begun, and how they are ended. */
  let waits: PromiseWithResolvers<void>[];
  let database: Kysely<Database>;
  beforeEach(async () => {
    waits = [];
    const dialect = new SqliteDialect({ database: new BetterSqlite(":memory:") });
    database = new Kysely<Database>({
      dialect: {
        createAdapter: () => new OneConnection(),
        createDriver: () =>
          withSharedSync(dialect.createDriver(), {
            synced: () => {
              const wait = Promise.withResolvers<void>();
              waits.push(wait);
              return wait.promise;
            },
            close: async () => {},
          }),
        createIntrospector: (kysely) => dialect.createIntrospector(kysely),
        createQueryCompiler: () => dialect.createQueryCompiler(),
      },
    });
    const made = run("create table notes (text text)");
    await expect.poll(() => waits.length).toBe(1);
    waits.pop()?.resolve();
    await made;
  });
  afterEach(() => database.destroy());

  const run = (sql: string) => database.executeQuery<{ text: string }>(CompiledQuery.raw(sql));
  const inTransaction = (sql: string) =>
    database.transaction().execute(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw(sql));
    });
  const notes = async () => (await run("select text from notes")).rows.map(({ text }) => text);

  it.each([
    ["a statement alone", () => run("insert into notes values ('a') returning text")],
    ["a transaction", () => inTransaction("insert into notes values ('a')")],
  ])("%s returns once it is on the disk; others read and commit meanwhile", async (_, write) => {
    let returned = 0;
    const first = write().then(() => (returned += 1));
    await expect.poll(() => waits.length).toBe(1);
    const second = inTransaction("insert into notes values ('b')").then(() => (returned += 1));
    await expect.poll(() => waits.length).toBe(2);
    expect(await notes()).toEqual(["a", "b"]);
    expect(returned).toBe(0);
    waits[0]?.resolve();
    await first;
    expect(returned).toBe(1);
    waits[1]?.resolve();
    await second;
  });

  it("is refused when it could not be written to the disk", async () => {
    const refused = expect(inTransaction("insert into notes values ('a')")).rejects.toThrow("no such disk");
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.reject(new Error("no such disk"));
    await refused;
  });

  it("nobody waits who only reads, who takes back what they wrote, or whose rows nobody reads yet", async () => {
    await notes();
    await expect(
      database.transaction().execute(async (transaction) => {
        await transaction.executeQuery(CompiledQuery.raw("insert into notes values ('gone')"));
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    await unsyncedTransaction(database, async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw("insert into notes values ('later')"));
    });
    expect(await notes()).toEqual(["later"]);
    expect(waits).toEqual([]);
    const written = run("insert into notes values ('now')");
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.resolve();
    await written;
  });

  it("work that shares a commit waits for the disk once, and is answered after that", async () => {
    const shareCommit = createShareCommit(database, 0);
    const answered: string[] = [];
    const add = (text: string, isDurable: boolean) =>
      shareCommit(
        (transaction) => transaction.executeQuery(CompiledQuery.raw(`insert into notes values ('${text}')`)),
        { isDurable },
      ).then(() => answered.push(text));
    const both = [add("a", true), add("b", true)];
    await expect.poll(() => waits.length).toBe(1);
    expect(await notes()).toEqual(["a", "b"]);
    expect(answered).toEqual([]);
    waits[0]?.resolve();
    await Promise.all(both);
    await Promise.all([add("c", false), add("d", false)]);
    expect([answered, waits.length]).toEqual([["a", "b", "c", "d"], 1]);
  });
});

describe("the log of a database", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-log-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is written to the disk, and needs not be there before the first write", async () => {
    const path = join(folder, "some.sqlite");
    const log = createLogSync(`${path}-wal`);
    await log.synced();
    const sqlite = new BetterSqlite(path);
    sqlite.pragma("journal_mode = WAL");
    sqlite.exec("create table notes (text text)");
    await Promise.all([log.synced(), log.synced()]);
    await log.close();
    sqlite.close();
  });

  it("says when it can't be written", async () => {
    const log = createLogSync(folder);
    await expect(log.synced()).rejects.toThrow(/EISDIR/);
  });
});
