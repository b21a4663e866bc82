import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openStores } from "../../../testing/contracts/open-stores.ts";
import { describeStores } from "../../../testing/contracts/store-suites.ts";
import { connectSqlite, openSqlite } from "./open-database.ts";

describe("in a file", () => {
  let migrated: string;
  const newFolder = () => mkdtemp(join(tmpdir(), "headwater-sql-"));
  beforeAll(async () => {
    migrated = await newFolder();
    await (await openSqlite(join(migrated, "headwater.sqlite"))).destroy();
  });
  afterAll(() => rm(migrated, { recursive: true }));

  describeStores("SQLite", async () => {
    const folder = await newFolder();
    const path = join(folder, "headwater.sqlite");
    // To migrate one for each test takes longer than the tests.
    await copyFile(join(migrated, "headwater.sqlite"), path);
    return openStores(
      async () => connectSqlite(path),
      () => rm(folder, { recursive: true }),
    );
  });
});
