import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { type Dialect, Kysely, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../../../../scripts/testing/needs.ts";
import { collect, exampleChunks } from "../../../../testing/contracts/examples.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../../testing/postgres-server.ts";
import { defaultChunking } from "../../../chunks/chunking-config.ts";
import { newId } from "../../../kernel/ids.ts";
import { createStores } from "../create-stores.ts";
import { openSqlite } from "../open-database.ts";
import { openPostgres } from "../open-postgres.ts";
import { createPostgresDialect } from "../postgres-dialect.ts";
import type { Database } from "../schema.ts";
import { initial } from "./0001-initial.ts";

type Row = Record<string, string | number | null>;

/** A place for one database: how the first Headwater reached it, and how this one opens it. */
type Place = { before: Dialect; open: () => Promise<Kysely<Database>> };

const describeMigration = (name: string, newPlace: () => Promise<Place>): void => {
  it(`keeps every chunk with its id, as a set of its version, in ${name}`, async () => {
    const place = await newPlace();
    const ids = { projectId: newId(), fileId: newId() };
    const [active, replaced, empty] = [newId(), newId(), newId()];
    const chunks = exampleChunks(5);
    const old = new Kysely<Record<string, Row>>({ dialect: place.before });
    const migrator = new Migrator({
      db: old,
      provider: { getMigrations: async () => ({ "0001-initial": initial }) },
    });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const createdAt = "2026-01-01T00:00:00.000Z";
    await old
      .insertInto("projects")
      .values({ project_id: ids.projectId, name: "legal", created_at: createdAt })
      .execute();
    await old
      .insertInto("sources")
      .values({
        file_id: ids.fileId,
        project_id: ids.projectId,
        file_name: "report.pdf",
        file_size: 12,
        file_type: "pdf",
        file_source: "local file",
        content_hash: "ab",
        ordinal: 1,
        created_at: createdAt,
      })
      .execute();
    for (const [versionId, status, count] of [
      [active, "active", 5],
      [replaced, "removed", 1],
      [empty, "inactive", 0],
    ] as const) {
      await old
        .insertInto("versions")
        .values({
          version_id: versionId,
          file_id: ids.fileId,
          project_id: ids.projectId,
          method: "fast",
          status,
          total_pages: 1,
          failed_pages: "[]",
          element_count: 0,
          chunk_count: count,
        })
        .execute();
    }
    const rowOf = (versionId: string, { chunkId, position, ...payload }: (typeof chunks)[number]) => ({
      version_id: versionId,
      position,
      chunk_id: chunkId,
      payload: JSON.stringify(payload),
    });
    await old
      .insertInto("chunks")
      .values([
        ...chunks.map((chunk) => rowOf(active, chunk)),
        ...exampleChunks(1).map((chunk) => rowOf(replaced, chunk)),
      ])
      .execute();
    await old.destroy();

    const database = await place.open();
    onTestFinished(() => database.destroy());
    const stores = createStores(database, { now: () => new Date() });
    const sets = await stores.chunks.activeSets(ids.projectId, defaultChunking);
    expect(sets).toMatchObject([{ versionId: active, fileId: ids.fileId, chunks: 5 }]);
    expect(await collect(stores.chunks.listSet(sets[0]?.chunkSetId ?? "", 10))).toEqual([chunks]);
    const found = await stores.chunks.findActive(
      ids.projectId,
      chunks.map(({ chunkId }) => chunkId),
    );
    expect(found.map(({ chunkId, versionId, fileName }) => ({ chunkId, versionId, fileName }))).toEqual(
      chunks.map(({ chunkId }) => ({ chunkId, versionId: active, fileName: "report.pdf" })),
    );

    await stores.sources.clearLeftovers();
    await stores.sources.remove(ids.projectId, ids.fileId);
    for (const table of ["versions", "chunk_sets", "chunks"] as const) {
      expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
};

describe("the move from versions to chunk sets", () => {
  describeMigration("SQLite", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "headwater.sqlite");
    const before = new SqliteDialect({ database: new BetterSqlite(path) });
    return { before, open: () => openSqlite(path) };
  });

  needs("postgres", postgresFolders())("on a PostgreSQL server", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());

    describeMigration("PostgreSQL", async () => {
      const url = await server.createDatabase();
      const before = createPostgresDialect(new pg.Pool({ connectionString: url }));
      return { before, open: () => openPostgres(url) };
    });
  });
});
