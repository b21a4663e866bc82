import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DataFolderPaths } from "../src/adapters/filesystem/data-folder.ts";
import { storedTable } from "../src/adapters/sql/stored-tables.ts";
import { damageOf, type FolderFinding } from "../src/backup/folder-finding.ts";
import { beginRun } from "../src/compose/begin-run.ts";
import { repair } from "../src/compose/doctor/repair.ts";
import { systemClock } from "../src/kernel/clock.ts";
import {
  afterRepair,
  change,
  flipped,
  repairAll,
  rewrite,
  verify,
  wrongOnes,
} from "../testing/damages/damage.ts";
import { type FilledFolder, makeFilledFolder } from "../testing/damages/filled-folder.ts";

/**
 * Damages what a data folder consists of. What there is to damage is read from the folder and from its schema: a new table or
 * index is covered without a line here. The long tests damage each row, column and file.
 */
let folder: FilledFolder;
beforeAll(async () => {
  folder = await makeFilledFolder();
}, 120_000);
afterAll(() => folder?.remove());

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
    expect(await repair(paths, repairAll)).toEqual([]);
  });

  it("that lost a table is named with it, and with what is lost", async () => {
    const paths = await folder.copy();
    const database = readFileSync(paths.database);
    for (const table of folder.tables) {
      change(paths, `drop table ${table}`);
      const found = await verify(paths, "start");
      expect(found.map(damageOf).join()).toMatch(new RegExp(`\\b${table}\\b`));
      const finding = tableNamed(found, table);
      expect(finding?.lost).toMatch(table === "store" ? /proof/ : storedTable(table).lost);
      writeFileSync(paths.database, database);
    }
  });

  it("that lost its indices is named with each of them, and has them again", async () => {
    const paths = await folder.copy();
    change(paths, ...folder.indices.map(({ name }) => `drop index ${name}`));
    const missing = folder.indices.map(
      ({ name, table }) => `headwater.sqlite: the index ${name} of the table ${table} is missing`,
    );
    expect((await verify(paths, "start")).map(damageOf).sort()).toEqual(missing.sort());
    expect(await afterRepair(paths)).toEqual([]);
    expect(await verify(paths, "start")).toEqual([]);
  });

  it("whose database was changed by something else is found so, though each row is right by itself", async () => {
    const paths = await folder.copy();
    change(paths, "update builds set message = 'Another message'");
    expect((await verify(paths)).map(damageOf)).toEqual([
      expect.stringMatching(
        /^headwater\.sqlite was changed since the clean stop of .*, and not by Headwater$/,
      ),
    ]);
  });

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

  it("whose log was damaged is named with the frame, and its next start keeps the log", async () => {
    const paths = await folder.copy();
    const writer = new BetterSqlite(paths.database);
    for (let number = 0; number < 9; number += 1)
      writer.exec(`update builds set message = 'Message ${number}'`);
    const damaged = flipped(readFileSync(`${paths.database}-wal`), 500);
    const killed = await folder.copy();
    copyFileSync(paths.database, killed.database);
    writer.close();
    writeFileSync(`${killed.database}-wal`, damaged);
    expect((await verify(killed)).map(damageOf)).toContain("headwater.sqlite-wal: frame 1 is damaged");

    const lines: string[] = [];
    const logger = { warn: () => {}, error: (_details: unknown, line: string) => lines.push(line) };
    await beginRun(killed, { clock: systemClock, logger: logger as never, filesElsewhere: false });
    expect(lines.join()).toMatch(/damaged in frame 1: \d+ changes behind it can't be read\..* is kept\./);
    const kept = readdirSync(killed.root).filter((name) => name.includes("-wal.lost-"));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(killed.root, kept[0] ?? ""))).toEqual(damaged);
  });

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
