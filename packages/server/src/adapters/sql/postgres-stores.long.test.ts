import { type Kysely, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
import { createStores, type Stores } from "./create-stores.ts";
import { connectPostgres, openPostgres } from "./open-postgres.ts";
import type { Database } from "./schema.ts";
import { createSqlWordStore } from "./sql-word-store.ts";
import { writeWordChanges } from "./word-changes.ts";

const lease = (owner: string) => ({ owner, until: new Date(systemClock.now().getTime() + 60_000) });

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
      await Promise.race([activated, expect.poll(waiting).toBe(1)]);
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

  describe("with four processes at once", () => {
    let pools: Kysely<Database>[] = [];
    let processes: Stores[];
    beforeAll(() => {
      pools = Array.from({ length: 4 }, () => connectPostgres(url));
      processes = pools.map((pool) => createStores(pool, systemClock));
    });
    afterAll(() => Promise.all(pools.map((pool) => pool.destroy())));
    afterEach(() => cleaner.clean());

    const nth = (index: number) => processes[index % processes.length] as Stores;
    const twoProjects = async () => [await addProject(nth(0)), await addProject(nth(1))] as const;

    it("gives no two sources of a project, and no two builds, the same number or the same turn", async () => {
      const projects = await twoProjects();
      const added: Awaited<ReturnType<typeof addSource>>[] = [];
      // As many at a time as there are connections: one that waits for a connection gives up after ten seconds.
      while (added.length < 400) {
        const begun = Array.from({ length: 40 }, (_, index) =>
          addSource(nth(index), projects[(index >> 2) % 2]?.projectId ?? ""),
        );
        added.push(...(await Promise.all(begun)));
      }
      // Processed again while they are added, and moved to the other lane.
      await Promise.all(
        added.slice(0, 40).map(async ({ source: { projectId, fileId } }, index) => {
          const { builds } = nth(index);
          const build = { buildId: newId(), projectId, fileId, method: "fast", lane: "quick" } as const;
          await builds.add({ ...build, task: "again" });
          const claimed = await builds.claim(lease(`w/${index}`), systemClock.now(), "quick");
          await builds.turnHeavy(claimed?.buildId ?? "", `w/${index}`);
        }),
      );
      const doubles = async (table: string, columns: string) => {
        const groups = sql`select 1 from ${sql.table(table)} group by ${sql.raw(columns)} having count(*) > 1`;
        return (await groups.execute(pools[0] as Kysely<Database>)).rows.length;
      };
      expect(await doubles("sources", "project_id, ordinal")).toBe(0);
      expect(await doubles("builds", "ordinal")).toBe(0);
      expect(await doubles("builds", "project_id, lane, turn")).toBe(0);
    });

    it("gives every claim a build while there are any, none twice, and each project its turn", async () => {
      const [first, second] = await twoProjects();
      for (const { projectId } of [first, second])
        await Promise.all(Array.from({ length: 50 }, (_, index) => addSource(nth(index), projectId)));
      const claim = (index: number) =>
        nth(index).builds.claim(lease(`worker ${index}`), systemClock.now(), "quick");
      const claimMany = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, each) => claim(each)));
      const [early, late] = [await claimMany(40), await claimMany(60)];
      expect(early.filter((build) => build?.projectId === first.projectId)).toHaveLength(20);
      expect(new Set([...early, ...late].map((build) => build?.buildId ?? "lost")).size).toBe(100);
      expect([...early, ...late]).not.toContain(null);
      expect(await claim(0)).toBeNull();
    });
  });

  describeStores("PostgreSQL", () =>
    openStores(
      async () => connectPostgres(url),
      () => cleaner.clean(),
    ),
  );
});
