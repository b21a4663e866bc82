import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DataFolderPaths } from "../src/adapters/filesystem/data-folder.ts";
import { storedTable } from "../src/adapters/sql/stored-tables.ts";
import { damageOf, type FolderFinding } from "../src/backup/folder-finding.ts";
import { repair } from "../src/compose/doctor/repair.ts";
import { type VerificationDepth, verifyFolder } from "../src/compose/verify/verify-folder.ts";
import { type FilledFolder, makeFilledFolder } from "../testing/damages/filled-folder.ts";
import { seededRandom } from "../testing/documents/seeded-random.ts";

/**
 * Damages each stored thing in turn. What there is to damage is read from the folder and from its schema: a new table, index,
 * column or file is covered without a line here.
 */
let folder: FilledFolder;
beforeAll(async () => {
  folder = await makeFilledFolder();
}, 120_000);
afterAll(() => folder?.remove());

const verify = async (paths: DataFolderPaths, depth: VerificationDepth = "all"): Promise<FolderFinding[]> =>
  (await verifyFolder(paths, { depth })).findings;

const wrongOnes = (findings: FolderFinding[]) => findings.filter(({ kind }) => kind !== "note");

const change = (paths: DataFolderPaths, ...statements: string[]): void => {
  const database = new BetterSqlite(paths.database);
  database.pragma("foreign_keys = off");
  for (const statement of statements) database.exec(statement);
  database.close();
};

/** As a failing disk does it: the file keeps its time. */
const rewrite = (path: string, change: (bytes: Buffer) => Buffer): void => {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, change(readFileSync(path)));
  utimesSync(path, atime, mtime);
};

const flipped = (bytes: Buffer, at: number): Buffer => {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

/** Repairs, and answers what is still wrong; `refused` where it says that it can't. */
async function afterRepair(paths: DataFolderPaths): Promise<FolderFinding[] | "refused"> {
  const options = { acceptMissing: false, dryRun: false, hashUpTo: Number.POSITIVE_INFINITY };
  const done = await repair(paths, options).catch((error: Error) => error);
  if (done instanceof Error) {
    expect(done.message).toMatch(/can't be repaired, and nothing in it was changed/);
    return "refused";
  }
  return wrongOnes(await verify(paths));
}

/** Nothing stays wrong but what had no repair. */
async function expectMended(paths: DataFolderPaths, found: FolderFinding[]): Promise<void> {
  const left = await afterRepair(paths);
  const hopeless = found.filter(({ repair }) => repair === null).map(damageOf);
  if (left === "refused") expect(hopeless).not.toEqual([]);
  else expect(left.map(damageOf).filter((damage) => !hopeless.includes(damage))).toEqual([]);
}

/** Each part of a folder, damaged in one way, in a copy of its own. */
async function each<T>(
  things: T[],
  damage: (paths: DataFolderPaths, thing: T) => Promise<void>,
): Promise<void> {
  for (const thing of things) {
    const paths = await folder.copy();
    await damage(paths, thing).catch((error: Error) => {
      error.message = `${JSON.stringify(thing)}: ${error.message}`;
      throw error;
    });
    rmSync(paths.root, { recursive: true });
  }
}

const tableNamed = (findings: FolderFinding[], table: string) =>
  findings.find(
    ({ file, what, lost }) =>
      file === "headwater.sqlite" && new RegExp(`\\b${table}\\b`).test(what) && lost !== "",
  );

describe("a data folder", () => {
  it("is found sound when nothing was damaged, and repair does nothing to it", async () => {
    const paths = await folder.copy();
    expect(await verify(paths)).toEqual([]);
    expect(folder.tables.length).toBeGreaterThan(25);
    const options = { acceptMissing: false, dryRun: false, hashUpTo: Number.POSITIVE_INFINITY };
    expect(await repair(paths, options)).toEqual([]);
  });

  it(
    "that lost a table is named with it, and with what is lost",
    () =>
      each(folder.tables, async (paths, table) => {
        change(paths, `drop table ${table}`);
        const found = await verify(paths);
        expect(found.map(damageOf).join()).toMatch(new RegExp(`\\b${table}\\b`));
        const finding = tableNamed(found, table);
        expect(finding?.lost).toMatch(table === "store" ? /proof/ : storedTable(table).lost);
        await expectMended(paths, found);
      }),
    120_000,
  );

  it("that lost an index is named with it, and has it again", async () => {
    const paths = await folder.copy();
    for (const { name, table, sql } of folder.indices) {
      change(paths, `drop index ${name}`);
      expect((await verify(paths, "start")).map(damageOf)).toEqual([
        `headwater.sqlite: the index ${name} of the table ${table} is missing`,
      ]);
      change(paths, sql);
    }
    change(paths, ...folder.indices.map(({ name }) => `drop index ${name}`));
    expect(await afterRepair(paths)).toEqual([]);
    expect(await verify(paths, "start")).toEqual([]);
  }, 60_000);

  it.each([
    ["a row", "where rowid = (select max(rowid) from"],
    ["all rows", ""],
  ])(
    "that lost %s of a table is named with it",
    (_case, where) =>
      each(folder.tables, async (paths, table) => {
        change(paths, `delete from ${table} ${where === "" ? "" : `${where} ${table})`}`);
        const found = await verify(paths);
        expect(found.map(damageOf).join()).toMatch(new RegExp(`\\b${table}\\b`));
        expect(wrongOnes(found).every(({ lost, remedy }) => lost !== "" && remedy !== "")).toBe(true);
        expect(wrongOnes(found)).not.toEqual([]);
        await expectMended(paths, found);
      }),
    120_000,
  );

  it("whose database was changed by something else is found so, though each row is right by itself", async () => {
    const paths = await folder.copy();
    change(paths, "update builds set message = 'Another message'");
    expect((await verify(paths)).map(damageOf)).toEqual([
      expect.stringMatching(
        /^headwater\.sqlite was changed since the clean stop of .*, and not by Headwater$/,
      ),
    ]);
  });

  it(
    "whose file is gone, cut off, or changed in one bit is named with the file",
    () =>
      each(
        folder.files.flatMap((file) => ["gone", "empty", "cut off", "one bit"].map((how) => ({ file, how }))),
        async (paths, { file, how }) => {
          const path = join(paths.root, file);
          if (how === "gone") rmSync(path);
          else if (how === "empty") truncateSync(path);
          else if (how === "cut off") truncateSync(path, Math.floor(statSync(path).size / 2));
          else rewrite(path, (bytes) => flipped(bytes, bytes.byteLength >> 1));
          const found = await verify(paths);
          // Without its mark a folder is one that was not stopped cleanly, which is no damage; "1" says what "1\n" says.
          const isSame = { "clean-shutdown.json": "gone", version: "cut off" }[file] === how;
          if (isSame) return;
          expect(found.map(({ file: named }) => named)).toContain(file);
          await expectMended(paths, found);
        },
      ),
    120_000,
  );

  it(
    "with other modes, or with what a cut write left, is named with the file, and mended",
    () =>
      each(
        [...folder.files, "headwater.sqlite", "files"].flatMap((file) => [
          { file, how: "mode" },
          ...(file === "files" ? [] : [{ file, how: "leftover" }]),
        ]),
        async (paths, { file, how }) => {
          const path = join(paths.root, file);
          if (how === "mode") chmodSync(path, file === "files" ? 0o755 : 0o644);
          else writeFileSync(`${path}.new`, "half of it", { mode: 0o600 });
          const found = await verify(paths);
          const named = found.map((finding) => finding.file);
          expect(named[0]).toBe(how === "mode" ? file : `${file}.new`);
          // SQLite gives the database's mode to its log.
          expect(named.slice(1).every((other) => other.startsWith("headwater.sqlite-"))).toBe(true);
          expect(await afterRepair(paths)).toEqual([]);
          expect(existsSync(`${path}.new`)).toBe(false);
        },
      ),
    120_000,
  );

  it("whose database is cut off or changed in one bit is never found sound", () => {
    const random = seededRandom(20);
    const damages = [
      ...Array.from({ length: 15 }, () => ({ bit: random() })),
      ...[0, 0.001, 0.3, 0.7, 0.999].map((share) => ({ share })),
    ];
    return each<{ bit?: number; share?: number }>(damages, async (paths, { bit, share = 1 }) => {
      const size = statSync(paths.database).size;
      if (bit === undefined) rewrite(paths.database, (bytes) => bytes.subarray(0, Math.floor(size * share)));
      else rewrite(paths.database, (bytes) => flipped(bytes, Math.floor(bit * size)));
      const found = await verify(paths);
      expect(wrongOnes(found).map(({ file }) => file)).toContain("headwater.sqlite");
      await expectMended(paths, found);
    });
  }, 120_000);

  it.each([
    [
      "the id in its database",
      "headwater.sqlite",
      (paths) => change(paths, "update store set store_id = lower(store_id) || 'f'"),
    ],
    [
      "the id beside its files",
      "headwater.sqlite",
      (paths) => rewrite(join(paths.files, "store.json"), otherStore),
    ],
    ["a newer layout", "version", (paths) => writeFileSync(join(paths.root, "version"), "99\n")],
    ["a layout that is no number", "version", (paths) => writeFileSync(join(paths.root, "version"), "one\n")],
    [
      "a migration that no version has",
      "headwater.sqlite",
      (paths) =>
        change(paths, "update kysely_migration set name = '9999-later' where name = '0003-build-lanes'"),
    ],
  ] satisfies [string, string, (paths: DataFolderPaths) => void][])(
    "with %s is one that no start takes",
    async (_case, file, damage) => {
      const paths = await folder.copy();
      damage(paths);
      const found = await verify(paths, "start");
      expect(found.filter(({ blocks }) => blocks).map((finding) => finding.file)).toContain(file);
    },
  );

  it("with a renamed column is named with it before anything is opened", async () => {
    const paths = await folder.copy();
    for (const { table, column } of folder.columns) {
      change(paths, `alter table ${table} rename column ${column} to renamed`);
      const damages = (await verify(paths, "start")).map(damageOf).join();
      expect(damages).toMatch(new RegExp(`\\b(column ${column} of the )?table ${table}\\b|\\bstore\\b`));
      change(paths, `alter table ${table} rename column renamed to ${column}`);
    }
    expect(await verify(paths, "start")).toEqual([]);
  }, 120_000);

  it("with the log of another database is not found sound", async () => {
    const [paths, other] = [await folder.copy(), await folder.copy()];
    const writer = new BetterSqlite(other.database);
    writer.exec("update projects set name = 'other'; update sources set ordinal = ordinal + 1");
    copyFileSync(`${other.database}-wal`, `${paths.database}-wal`);
    writer.close();
    expect(wrongOnes(await verify(paths)).map(({ file }) => file)).toContain("headwater.sqlite");
  });
});

const otherStore = (): Buffer =>
  Buffer.from(`${JSON.stringify({ store_id: "01a21a83-159e-78e7-8b2d-f921eff4ead3" })}\n`);
