import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import {
  addChunks,
  addProject,
  addSource,
  beginVersion,
  exampleChunks,
} from "../../../testing/contracts/examples.ts";
import { openStores } from "../../../testing/contracts/open-stores.ts";
import { describeStores } from "../../../testing/contracts/store-suites.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { createTableCleaner, type TableCleaner } from "../../../testing/table-cleaner.ts";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { createStores } from "./create-stores.ts";
import { connectPostgres, openPostgres } from "./open-postgres.ts";
import { createSqlWordStore } from "./sql-word-store.ts";
import { writeWordChanges } from "./word-changes.ts";

needs("postgres", postgresFolders())("on a PostgreSQL server", () => {
  let server: PostgresServer;
  let url: string;
  let cleaner: TableCleaner;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await (await openPostgres(url)).destroy();
    cleaner = await createTableCleaner(url);
  });
  afterAll(async () => {
    await cleaner?.end();
    await server?.stop();
  });

  it("numbers changes of the words' index in the order of their commits: none becomes visible below one that was read", async () => {
    const [database, other] = [await openPostgres(url), await openPostgres(url)];
    const stores = createStores(other, systemClock);
    const { projectId } = await addProject(stores);
    const { fileId } = await addSource(stores, projectId);
    const versionId = await beginVersion(stores, fileId);
    await addChunks(stores, projectId, { fileId, versionId }, exampleChunks(1));
    const words = createSqlWordStore(database);
    const slow = newId();
    const early = {
      project_id: projectId,
      version_id: slow,
      file_id: newId(),
      chunk_set_id: newId(),
      chunks: 1,
      is_gone: 0,
    };
    const activation = await database.transaction().execute(async (transaction) => {
      await writeWordChanges(transaction, projectId, [early]);
      const activated = stores.elements.activate(fileId, versionId);
      const waiting = async () =>
        (
          await sql<object>`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
            database,
          )
        ).rows.length;
      // A transaction of the same project does not get its number before this one has ended.
      await Promise.race([activated, expect.poll(waiting, { timeout: 10_000 }).toBe(1)]);
      expect(await words.changes(projectId, 0)).toEqual([]);
      return { activated };
    });
    await activation.activated;
    const changes = await words.changes(projectId, 0);
    expect(changes.map((change) => change.versionId)).toEqual([slow, versionId]);
    expect(await words.changes(projectId, changes[0]?.number ?? 0)).toEqual(changes.slice(1));
    await Promise.all([database.destroy(), other.destroy()]);
    await cleaner.clean();
  });

  describeStores("PostgreSQL", () =>
    openStores(
      async () => connectPostgres(url),
      () => cleaner.clean(),
    ),
  );
});
