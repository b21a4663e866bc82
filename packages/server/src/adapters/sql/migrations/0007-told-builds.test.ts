import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { type Dialect, Kysely, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../../../../scripts/testing/needs.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../../testing/postgres-server.ts";
import { createStores } from "../create-stores.ts";
import { openSqlite } from "../open-database.ts";
import { openPostgres } from "../open-postgres.ts";
import { createPostgresDialect } from "../postgres-dialect.ts";
import type { Database } from "../schema.ts";
import { initial } from "./0001-initial.ts";
import { storeIdentity } from "./0002-store-identity.ts";
import { buildLanes } from "./0003-build-lanes.ts";
import { chunkSets } from "./0004-chunk-sets.ts";
import { tokenScope } from "./0005-token-scope.ts";
import { nameWords } from "./0006-name-words.ts";

const before = {
  "0001-initial": initial,
  "0002-store-identity": storeIdentity,
  "0003-build-lanes": buildLanes,
  "0004-chunk-sets": chunkSets,
  "0005-token-scope": tokenScope,
  "0006-name-words": nameWords,
};

/** A place for one database: how the Headwater before reached it, and how this one opens it. */
type Place = { old: Dialect; open: () => Promise<Kysely<Database>> };
type Row = Record<string, string | number | null>;

const createdAt = "2026-01-01T00:00:00.000Z";

const describeMigration = (name: string, newPlace: () => Promise<Place>): void => {
  it(`keeps builds and versions, and copies nothing from what an unknown reader read, in ${name}`, async () => {
    const place = await newPlace();
    const old = new Kysely<Record<string, Row>>({ dialect: place.old });
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => before } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const project = { project_id: "p", name: "legal", created_at: createdAt };
    await old.insertInto("projects").values(project).execute();
    const file = {
      project_id: "p",
      file_size: 12,
      file_type: "pdf",
      file_source: "local file",
      content_hash: "ab",
    };
    for (const [ordinal, id] of ["read", "waiting"].entries()) {
      const source = { ...file, file_id: id, file_name: `${id}.pdf`, ordinal, created_at: createdAt };
      await old.insertInto("sources").values(source).execute();
      const build = { build_id: `b-${id}`, project_id: "p", file_id: id, method: "fast", failed_pages: "[]" };
      const state = {
        status: id === "read" ? "Completed" : "Pending",
        attempts: 0,
        ordinal,
        lane: "quick",
        turn: 1,
      };
      const times = { created_at: createdAt, updated_at: createdAt };
      await old
        .insertInto("builds")
        .values({ ...build, ...state, ...times })
        .execute();
    }
    const version = { version_id: "v", file_id: "read", project_id: "p", method: "fast", status: "active" };
    const pages = { total_pages: 3, failed_pages: "[2]", element_count: 0 };
    await old
      .insertInto("versions")
      .values({ ...version, ...pages })
      .execute();
    await old.destroy();

    const database = await place.open();
    onTestFinished(() => database.destroy());
    const stores = createStores(database, { now: () => new Date() });
    expect(await stores.builds.find("p", "b-read")).toMatchObject({
      status: "Completed",
      task: "again",
      methodNamed: true,
      duplicateOf: null,
    });
    const active = {
      versionId: "v",
      fileId: "read",
      method: "fast",
      totalPages: 3,
      failedPages: [2],
      message: null,
    };
    expect(await stores.elements.active("read")).toEqual(active);
    const lease = { owner: "folder/1", until: new Date(Date.now() + 60_000) };
    expect(await stores.builds.claim(lease, new Date(), "quick")).toMatchObject({ buildId: "b-waiting" });
    const same = { projectId: "p", fileId: "waiting", contentHash: "ab", fileType: "pdf" };
    expect(await stores.elements.findSame({ ...same, method: "fast", reader: "r" })).toBeNull();
  });
};

describe("the migration to builds that say what they read", () => {
  describeMigration("SQLite", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "headwater.sqlite");
    const old = new SqliteDialect({ database: new BetterSqlite(path) });
    return { old, open: () => openSqlite(path) };
  });

  needs("postgres", postgresFolders())("on a PostgreSQL server", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());

    describeMigration("PostgreSQL", async () => {
      const url = await server.createDatabase();
      const old = createPostgresDialect(new pg.Pool({ connectionString: url }));
      return { old, open: () => openPostgres(url) };
    });
  });
});
