import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStores } from "../../../testing/contracts/open-stores.ts";
import { describeStores } from "../../../testing/contracts/store-suites.ts";
import { openSqlite } from "./open-database.ts";

describeStores("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
  return openStores(
    () => openSqlite(join(folder, "headwater.sqlite")),
    () => rm(folder, { recursive: true }),
  );
});
