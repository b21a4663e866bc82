import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "./open-database.ts";
import { rewriteDatabase } from "./page-layout.ts";
import type { Database } from "./schema.ts";
import { shrink } from "./shrinking.ts";

let folder: string;
let path: string;
let database: Kysely<Database>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-shrinking-"));
  path = join(folder, "headwater.sqlite");
  database = await openSqlite(path);
});
afterEach(async () => {
  await database.destroy();
  await rm(folder, { recursive: true });
});

/** Size on the disk once the log is empty. */
const bytes = async () => {
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  return (await stat(path)).size;
};
const fill = async (megabytes: number) => {
  await sql`create table filling (bytes blob)`.execute(database);
  await sql`insert into filling values (randomblob(${megabytes * 1_000_000}))`.execute(database);
};

it("gives all that was deleted back to the disk", async () => {
  const fresh = await bytes();
  await fill(10);
  expect(await bytes()).toBeGreaterThan(10_000_000);
  await sql`delete from filling`.execute(database);
  await shrink(database, new AbortController().signal);
  expect(await bytes()).toBeLessThan(1.1 * fresh);
});

it("leaves a little for what comes next", async () => {
  await fill(0.2);
  const full = await bytes();
  await sql`delete from filling`.execute(database);
  await shrink(database, new AbortController().signal);
  expect(await bytes()).toBe(full);
});

it("does so in a database of an earlier version too, once that was written anew", async () => {
  const asEarlier = async () => {
    await database.destroy();
    const older = new BetterSqlite(path);
    older.pragma("journal_mode = DELETE");
    older.pragma("page_size = 4096");
    older.pragma("auto_vacuum = NONE");
    older.exec("vacuum");
    older.close();
  };
  await fill(10);
  await asEarlier();
  database = await openSqlite(path);
  await sql`delete from filling`.execute(database);
  const full = await bytes();
  expect(await shrink(database, new AbortController().signal)).toBe(false);
  await database.destroy();
  rewriteDatabase(path);
  database = await openSqlite(path);
  expect(await bytes()).toBeLessThan(full / 5);
  await sql`insert into filling values (randomblob(10000000))`.execute(database);
  await sql`delete from filling`.execute(database);
  expect(await shrink(database, new AbortController().signal)).toBe(true);
  expect(await bytes()).toBeLessThan(full / 5);
});

it("ends between two slices when the service stops", async () => {
  await fill(10);
  const full = await bytes();
  await sql`delete from filling`.execute(database);
  await shrink(database, AbortSignal.abort());
  expect(await bytes()).toBe(full);
});
