import { chmodSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { damageOf } from "../src/backup/folder-finding.ts";
import {
  afterRepair,
  change,
  damageEach,
  expectMended,
  flipped,
  rewrite,
  verify,
  wrongOnes,
} from "../testing/damages/damage.ts";
import { type FilledFolder, makeFilledFolder } from "../testing/damages/filled-folder.ts";
import { seededRandom } from "../testing/documents/seeded-random.ts";

/** Damages each stored thing in turn, in each way. What there is to damage is read from the folder and from its schema. */
let folder: FilledFolder;
beforeAll(async () => {
  folder = await makeFilledFolder();
}, 600_000);
afterAll(() => folder?.remove());

describe("a data folder", () => {
  it.each([
    ["a row", (table) => `delete from ${table} where rowid = (select max(rowid) from ${table})`],
    ["all rows", (table) => `delete from ${table}`],
    ["the whole", (table) => `drop table ${table}`],
  ] satisfies [string, (table: string) => string][])(
    "that lost %s of a table is named with it, and mended",
    (_case, damage) =>
      damageEach(folder, folder.tables, async (paths, table) => {
        change(paths, damage(table));
        const found = await verify(paths);
        expect(found.map(damageOf).join()).toMatch(new RegExp(`\\b${table}\\b`));
        expect(wrongOnes(found).every(({ lost, remedy }) => lost !== "" && remedy !== "")).toBe(true);
        expect(wrongOnes(found)).not.toEqual([]);
        await expectMended(paths, found);
      }),
    600_000,
  );

  it(
    "whose file is gone, cut off, or changed in one bit is named with the file",
    () =>
      damageEach(
        folder,
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
    600_000,
  );

  it(
    "with other modes, or with what a cut write left, is named with the file, and mended",
    () =>
      damageEach(
        folder,
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
    600_000,
  );

  it("whose database is cut off or changed in one bit is never found sound", () => {
    const random = seededRandom(20);
    const damages = [
      ...Array.from({ length: 15 }, () => ({ bit: random() })),
      ...[0, 0.001, 0.3, 0.7, 0.999].map((share) => ({ share })),
    ];
    return damageEach<{ bit?: number; share?: number }>(
      folder,
      damages,
      async (paths, { bit, share = 1 }) => {
        const size = statSync(paths.database).size;
        if (bit === undefined)
          rewrite(paths.database, (bytes) => bytes.subarray(0, Math.floor(size * share)));
        else rewrite(paths.database, (bytes) => flipped(bytes, Math.floor(bit * size)));
        const found = await verify(paths);
        expect(wrongOnes(found).map(({ file }) => file)).toContain("headwater.sqlite");
        await expectMended(paths, found);
      },
    );
  }, 600_000);

  it("with a renamed column is named with it before anything is opened", async () => {
    const paths = await folder.copy();
    for (const { table, column } of folder.columns) {
      change(paths, `alter table ${table} rename column ${column} to renamed`);
      const damages = (await verify(paths, "start")).map(damageOf).join();
      expect(damages).toMatch(new RegExp(`\\b(column ${column} of the )?table ${table}\\b|\\bstore\\b`));
      change(paths, `alter table ${table} rename column renamed to ${column}`);
    }
    expect(await verify(paths, "start")).toEqual([]);
  }, 600_000);
});
