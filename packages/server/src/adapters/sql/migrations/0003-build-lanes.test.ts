import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../kernel/clock.ts";
import { createStores } from "../create-stores.ts";
import { openSqlite } from "../open-database.ts";
import { initial } from "./0001-initial.ts";

/** A database as it was before there were lanes: a project each with builds that wait, run and ended. */
async function databaseOfBefore(path: string): Promise<void> {
  const sqlite = new BetterSqlite(path);
  const database = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const provider = { getMigrations: async () => ({ "0001-initial": initial }) };
  await new Migrator({ db: database, provider }).migrateToLatest();
  const add = (project: string, name: string, size: number, status: string, ordinal: number) => {
    const at = "2026-01-01T00:00:00.000Z";
    sqlite
      .prepare("insert into sources values (?, ?, ?, ?, 'txt', 'local file', 'hash', ?, ?)")
      .run(name, project, `${name}.txt`, size, ordinal, at);
    sqlite
      .prepare(
        `insert into builds (build_id, project_id, file_id, method, status, failed_pages, attempts, lease_owner,
         lease_until, ordinal, created_at, updated_at) values (?, ?, ?, 'fast', ?, '[]', 0, ?, ?, ?, ?, ?)`,
      )
      .run(
        `build-${name}`,
        project,
        name,
        status,
        ...(status === "Processing" ? ["x", "2999"] : [null, null]),
        ordinal,
        at,
        at,
      );
  };
  for (const project of ["a", "b"])
    sqlite.prepare("insert into projects values (?, ?, '2026')").run(project, project);
  add("a", "done", 10, "Completed", 1);
  add("a", "running", 10, "Processing", 2);
  for (let index = 1; index <= 3; index += 1) add("a", `flood-${index}`, 10, "Pending", 2 + index);
  add("a", "book", 5_000_000, "Pending", 6);
  add("b", "line", 10, "Pending", 7);
  await database.destroy();
}

test("builds of before wait in turns and lanes, those that ran are known as this worker's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-lanes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "headwater.sqlite");
  await databaseOfBefore(path);

  const database = await openSqlite(path);
  onTestFinished(() => database.destroy());
  const { builds } = createStores(database, systemClock);
  await builds.requeue("folder");
  const claimed = async (lane: "quick" | "heavy") => {
    const names: string[] = [];
    for (;;) {
      const lease = { owner: `folder/${names.length}`, until: new Date(Date.now() + 60_000) };
      const build = await builds.claim(lease, new Date(), lane);
      if (!build) return names;
      names.push(build.fileId);
    }
  };
  expect(await claimed("quick")).toEqual(["running", "line", "flood-1", "flood-2", "flood-3"]);
  expect(await claimed("heavy")).toEqual(["book"]);
  expect(await builds.find("a", "build-done")).toMatchObject({ status: "Completed", lane: "quick" });
});
