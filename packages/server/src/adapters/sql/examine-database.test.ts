import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import { defaultChunking, hashConfig } from "../../chunks/chunking-config.ts";
import { examineDatabase } from "./examine-database.ts";
import { deriveRows } from "./examine-derived.ts";
import { openSqlite } from "./open-database.ts";

const pageBytes = 4_096;
const documents = 60;

/** Documents with elements and chunks, as many as make a few hundred pages. */
function fill(path: string, from: number, to: number): void {
  const database = new BetterSqlite(path);
  const id = (kind: number, number: number) =>
    `00000000-0000-7000-8000-${String(kind * 1_000_000 + number).padStart(12, "0")}`;
  const at = "2026-01-01T00:00:00.000Z";
  const add = (table: string, ...values: unknown[]) =>
    database
      .prepare(`insert or replace into ${table} values (${values.map(() => "?").join(", ")})`)
      .run(...values);
  const addBuild = (buildId: string, fileId: string) =>
    database
      .prepare(
        `insert or replace into builds (build_id, project_id, file_id, method, status, failed_pages, attempts, ordinal, task,
           method_named, created_at, updated_at) values (?, ?, ?, 'fast', 'Completed', '[]', 1, 1, 'first', 1, ?, ?)`,
      )
      .run(buildId, id(0, 0), fileId, at, at);
  const payload = (word: string) => JSON.stringify({ text: `${word} `.repeat(60) });
  database.transaction(() => {
    add("projects", id(0, 0), "default", at);
    for (let number = from; number < to; number += 1) {
      const hash = number.toString(16).padStart(64, "0");
      add(
        "sources",
        id(1, number),
        id(0, 0),
        `${number}.md`,
        10,
        "md",
        "local file",
        hash,
        number,
        at,
        "[]",
        null,
      );
      add(
        "versions",
        id(2, number),
        id(1, number),
        id(0, 0),
        "fast",
        "active",
        1,
        "[]",
        30,
        null,
        null,
        null,
      );
      add("chunk_sets", id(2, number), id(2, number), "{}", hashConfig(defaultChunking), 10, 1);
      addBuild(id(5, number), id(1, number));
      for (let position = 0; position < 30; position += 1)
        add("elements", id(2, number), position, `e${position}`, "Title", 1, 1, payload("water"), null, null);
      for (let position = 0; position < 10; position += 1)
        add("chunks", id(2, number), position, id(4, number * 100 + position), payload("chunk"), null);
    }
  })();
  database.close();
}

/** Every row of every table. */
function contentsOf(path: string): unknown[] {
  const database = new BetterSqlite(path, { readonly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
  const rows = tables.map((table) => database.prepare(`select * from ${table}`).all());
  database.close();
  return rows;
}

describe("the examination of a database", () => {
  let folder: string;
  let sound: string;
  let copies = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-examine-"));
    sound = join(folder, "sound.sqlite");
    await (await openSqlite(sound)).destroy();
    fill(sound, 0, documents);
    const database = new BetterSqlite(sound);
    for (const table of ["name_words", "source_tags"] as const) deriveRows(database, table);
    database.close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const copyOf = (path: string): string => {
    copies += 1;
    const copy = join(folder, `copy-${copies}.sqlite`);
    copyFileSync(path, copy);
    return copy;
  };
  const changed = (change: (bytes: Buffer) => void): string => {
    const path = copyOf(sound);
    const bytes = readFileSync(path);
    change(bytes);
    writeFileSync(path, bytes);
    return path;
  };
  const whatIsWrong = async (path: string, depth: "quick" | "full") =>
    (await examineDatabase(path, depth)).map(({ what }) => what).join();
  const pages = () => readFileSync(sound).byteLength / pageBytes;
  const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

  it("finds nothing wrong with a sound one, whichever way it looks", async () => {
    expect(pages()).toBeGreaterThan(200);
    expect(await examineDatabase(sound, "quick")).toEqual([]);
    expect(await examineDatabase(sound, "full")).toEqual([]);
  });

  it.each(seeds)("finds flipped bytes, wherever they are (seed %i)", async (seed) => {
    const random = seededRandom(seed);
    const path = changed((bytes) => {
      const start = Math.floor(random() * (bytes.byteLength - 16));
      for (let offset = start; offset < start + 16; offset += 1) bytes[offset] = (bytes[offset] ?? 0) ^ 0xff;
    });
    // What hits no row and no key does no harm; anything else must be found.
    const findings = await examineDatabase(path, "full");
    if (findings.length === 0) expect(contentsOf(path)).toEqual(contentsOf(sound));
  });

  it.each([0.001, 0.1, 0.5, 0.9, 0.999])("finds that it was cut off at %f of its length", async (share) => {
    const path = copyOf(sound);
    truncateSync(path, Math.floor(readFileSync(path).byteLength * share));
    expect(await examineDatabase(path, "quick")).not.toEqual([]);
  });

  it.each(seeds)("finds a page of zeros (seed %i)", async (seed) => {
    const page = Math.floor(seededRandom(seed)() * pages());
    const path = changed((bytes) => bytes.fill(0, page * pageBytes, (page + 1) * pageBytes));
    expect(await examineDatabase(path, "quick")).not.toEqual([]);
  });

  it("finds that the write-ahead log is another database's", async () => {
    const other = join(folder, "other.sqlite");
    await (await openSqlite(other)).destroy();
    fill(other, 1_000, 1_080);
    // The last to close takes the log away: this one stays.
    const writer = new BetterSqlite(other);
    writer.pragma("user_version");
    fill(other, 1_080, 1_090);
    const path = copyOf(sound);
    copyFileSync(`${other}-wal`, `${path}-wal`);
    writer.close();
    expect(await examineDatabase(path, "full")).not.toEqual([]);
  });

  it("finds that it was copied while the service wrote to it", async () => {
    const source = copyOf(sound);
    const copy = join(folder, "torn.sqlite");
    // As `cp` does it: the first half before a write and its checkpoint, the second after.
    const before = readFileSync(source);
    fill(source, documents, documents + 40);
    const after = readFileSync(source);
    const half = Math.floor(before.byteLength / 2 / pageBytes) * pageBytes;
    writeFileSync(copy, Buffer.concat([before.subarray(0, half), after.subarray(half)]));
    expect(await examineDatabase(copy, "quick")).not.toEqual([]);
  });

  it("finds that it is empty, and leaves the log beside it alone", async () => {
    const path = join(folder, "empty.sqlite");
    writeFileSync(path, "");
    writeFileSync(`${path}-wal`, "all that is left");
    expect(await whatIsWrong(path, "quick")).toContain("the file is empty");
    expect(readFileSync(`${path}-wal`, "utf8")).toBe("all that is left");
  });

  it("finds rows that lost what they belong to, and documents that lost elements", async () => {
    const path = copyOf(sound);
    const database = new BetterSqlite(path);
    database.pragma("foreign_keys = off");
    database.exec("delete from projects; delete from elements where position = 3");
    database.close();
    expect(await whatIsWrong(path, "quick")).toMatch(/sources name projects/);
    const repaired = new BetterSqlite(path);
    repaired.exec("insert into projects select distinct project_id, 'default', created_at from sources");
    repaired.close();
    expect(await whatIsWrong(path, "full")).toMatch(/another number of elements/);
    const shortened = copyOf(sound);
    const chunks = new BetterSqlite(shortened);
    chunks.exec("delete from chunks where position = 3");
    chunks.close();
    expect(await whatIsWrong(shortened, "full")).toMatch(/another number of chunks/);
  });

  it("says when only an index is ill, and changes nothing itself", async () => {
    const path = copyOf(sound);
    const database = new BetterSqlite(path);
    // An index that is told to be over another column does not have what it should.
    database.unsafeMode();
    database.pragma("writable_schema = on");
    database.exec(
      "update sqlite_master set sql = replace(sql, 'content_hash', 'file_name') where name = 'sources_by_content'",
    );
    database.close();
    const bytes = readFileSync(path);
    const findings = await examineDatabase(path, "full");
    expect(findings).toContainEqual(expect.objectContaining({ repair: { does: "reindex" } }));
    expect(findings.filter(({ repair }) => repair === null)).toEqual([]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});
