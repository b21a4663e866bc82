import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { addProject } from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { createStores } from "./create-stores.ts";
import { migrateTo } from "./migrate.ts";
import { connectPostgres, openPostgres } from "./open-postgres.ts";

/** What the operator reads when the database can't be opened. */
const refusalOf = async (url: string): Promise<string> => {
  const error = await openPostgres(url).then(
    () => new Error("It was opened"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return (error as OperatorError).message;
};

describe("a PostgreSQL database that is not there", () => {
  it("is named with what to do, and without the password", async () => {
    const message = await refusalOf("postgres://anna:s3cret@127.0.0.1:1/documents");
    expect(message).toMatch(/documents at 127\.0\.0\.1:1 can't be opened as anna: .*ECONNREFUSED.*\. Check/);
    expect(message).not.toContain("s3cret");
  });

  it("is refused without the password when its address can't be read", async () => {
    const message = await refusalOf("postgres://anna:s3cret@127.0.0.1:port/documents");
    expect(message).toMatch(/HEADWATER_DATABASE can't be used: it takes postgres:\/\//);
    expect(message).not.toContain("s3cret");
  });
});

needs("postgres", postgresFolders())("a PostgreSQL database", () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    url = await server.createDatabase();
  });

  const open = async () => {
    const database = await openPostgres(url);
    return { ...createStores(database, createManualClock()), close: () => database.destroy() };
  };
  const run = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };

  it("keeps what it holds over a restart", async () => {
    const stores = await open();
    const project = await addProject(stores, "legal");
    await stores.close();
    const again = await open();
    expect(await again.projects.list()).toEqual([project]);
    await again.close();
  });

  it("says what is wrong with a password, and with a database that nobody made", async () => {
    const { username } = new URL(url.replace("@/", "@host/"));
    expect(await refusalOf(url.replace(/:[^:@]*@/, `:${randomUUID()}@`))).toMatch(
      new RegExp(`as ${username}: .*password.*\\. Check the user and the password`),
    );
    expect(await refusalOf(url.replace(/case_\d+/, "absent"))).toMatch(/absent .*does not exist\. Create it/);
  });

  it("refuses one that can't hold every character", async () => {
    await run(
      "create database narrow template template0 encoding 'LATIN1' locale_provider 'libc' locale 'C'",
    );
    expect(await refusalOf(url.replace(/case_\d+/, "narrow"))).toMatch(/is encoded in LATIN1.*encoding UTF8/);
  });

  it("refuses tables that a newer Headwater made, and leaves them alone", async () => {
    await (await open()).close();
    await run("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')");
    expect(await refusalOf(url)).toMatch(/newer Headwater \(migration 9999-later\)/);
  });

  it("leaves nothing of a migration that failed half-way, so that the next start can try again", async () => {
    await run("create table conversations (in_the_way text)");
    expect(await refusalOf(url)).toMatch(/could not be migrated \(0001-initial\)/);
    expect(await run("select * from information_schema.tables where table_name = 'sources'")).toEqual([]);
    await run("drop table conversations");
    await (await open()).close();
  });

  it("is migrated once by several processes that start together", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    await Promise.all(stores.map((each, index) => addProject(each, `project ${index}`)));
    expect(await stores[0].projects.list()).toHaveLength(3);
    for (const each of stores) await each.close();
  });

  it("goes on with new connections when the server has ended those it had", async () => {
    const stores = await open();
    const project = await addProject(stores, "legal");
    await run(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await expect.poll(() => stores.projects.list().catch(() => [])).toEqual([project]);
    await stores.close();
  });

  it("lets others use a table that it waits for, and migrates once it is free", async () => {
    const before = connectPostgres(url);
    // The next one changes the table of the queue.
    await migrateTo(before, "0036-words-place");
    await before.destroy();
    const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: url })) as [
      pg.Client,
      pg.Client,
    ];
    for (const client of [holder, watcher]) await client.connect();
    await holder.query("begin; select count(*) from builds");
    const opening = open();
    const waiting = async () =>
      (await watcher.query("select 1 from pg_locks where not granted and relation = 'builds'::regclass"))
        .rowCount;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    // Waits behind the migration. The holder ends only afterwards.
    await watcher.query("set statement_timeout = '60s'; select count(*) from builds");
    await holder.query("commit");
    await (await opening).close();
    for (const client of [holder, watcher]) await client.end();
    expect(await run("select trace from builds")).toEqual([]);
  }, 120_000);

  it("has the server end a statement that takes over a minute", async () => {
    const database = await openPostgres(url);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database);
    expect(rows).toEqual([{ statement_timeout: "1min" }]);
    await database.destroy();
  });
});
