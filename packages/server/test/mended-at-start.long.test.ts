import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-mended-"));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const logged: string[] = [];
const start = (): Promise<TestServer> =>
  startServer(
    { HEADWATER_DATA: dataFolder, HEADWATER_LOG_LEVEL: "warn" },
    { write: (line) => void logged.push(line) },
  );
const inDatabase = <T>(work: (database: BetterSqlite.Database) => T): T => {
  const database = new BetterSqlite(join(dataFolder, "headwater.sqlite"), { timeout: 5_000 });
  database.pragma("foreign_keys = off");
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const count = (table: string) =>
  inDatabase((database) => database.prepare(`select count(*) from ${table}`).pluck().get());

it("makes again, without being asked, what follows from other rows: an index, words of names, passages", async () => {
  const first = await start();
  await first.ingestAndWait("harbour map.md", "The harbour of Zephyria is deep.");
  await first.stop();
  const words = count("name_words");
  inDatabase((database) =>
    database.exec("drop index sources_by_name; drop table name_words; delete from chunks"),
  );

  const server = await start();
  await expect.poll(() => logged.join()).toMatch(/lost, and is made again/);
  await expect.poll(() => count("chunks")).toBe(1);
  expect(count("name_words")).toBe(words);
  const { body } = await server.call<{ chunks: { text: string }[] }>("POST", "/prebuilt-rag", {
    query: "Zephyria",
  });
  expect(body.chunks.map(({ text }) => text)).toEqual(["The harbour of Zephyria is deep."]);
  expect(
    inDatabase((database) =>
      database.prepare("select 1 from sqlite_master where name = 'sources_by_name'").get(),
    ),
  ).toBeDefined();
  await server.close();
});

it.each([
  [
    "the table of sources",
    "drop table sources",
    /headwater\.sqlite: the table sources is missing.*Lost: sources/,
  ],
  [
    "a column",
    "alter table turns rename column payload to said",
    /the column payload of the table turns is missing/,
  ],
])("does not start without %s, and says what is lost", async (_case, statement, line) => {
  const server = await start();
  await server.stop();
  inDatabase((database) => database.exec(statement));
  const refused = await start().catch((error: Error) => error.message);
  expect(refused).toMatch(line);
  expect(refused).toMatch(/Nothing was changed; 'headwater doctor' lists all of it.*headwater restore/);
});
