import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { OperatorError } from "../../kernel/operator-error.ts";
import { initial } from "./migrations/0001-initial.ts";
import { storeIdentity } from "./migrations/0002-store-identity.ts";
import { buildLanes } from "./migrations/0003-build-lanes.ts";
import { chunkSets } from "./migrations/0004-chunk-sets.ts";
import { tokenScope } from "./migrations/0005-token-scope.ts";
import { nameWords } from "./migrations/0006-name-words.ts";
import { toldBuilds } from "./migrations/0007-told-builds.ts";
import { keptAnswers } from "./migrations/0008-kept-answers.ts";
import { wordBoxes } from "./migrations/0009-word-boxes.ts";
import { vectors } from "./migrations/0010-vectors.ts";
import { leftOutCounts } from "./migrations/0011-left-out.ts";
import { flows } from "./migrations/0012-flows.ts";
import { tags } from "./migrations/0013-tags.ts";
import { testedRuns } from "./migrations/0014-tested-runs.ts";
import { acceptedRuns } from "./migrations/0015-accepted-runs.ts";
import { wordsIndex } from "./migrations/0016-words-index.ts";
import { sidecarsMended } from "./migrations/0017-sidecars-mended.ts";
import { flowVersions } from "./migrations/0019-flow-versions.ts";
import { numberedVectors } from "./migrations/0020-numbered-vectors.ts";
import { fewerBuildPages } from "./migrations/0021-fewer-build-pages.ts";
import { buildOrdinals } from "./migrations/0025-build-ordinals.ts";
import { auditEntries } from "./migrations/0028-audit-entries.ts";
import { projectUsage } from "./migrations/0030-project-usage.ts";
import { projectEvents } from "./migrations/0031-project-events.ts";
import { webhooks } from "./migrations/0032-webhooks.ts";
import { streamedRuns } from "./migrations/0033-streamed-runs.ts";
import { retention } from "./migrations/0035-retention.ts";
import { wordsPlace } from "./migrations/0036-words-place.ts";
import { buildTraces } from "./migrations/0037-build-traces.ts";
import { fewerIndexes } from "./migrations/0038-fewer-indexes.ts";

/** Every migration in order, imported rather than read from a folder, so that a bundled service carries them. */
const migrations: Record<string, Migration> = {
  "0001-initial": initial,
  "0002-store-identity": storeIdentity,
  "0003-build-lanes": buildLanes,
  "0004-chunk-sets": chunkSets,
  "0005-token-scope": tokenScope,
  "0006-name-words": nameWords,
  "0007-told-builds": toldBuilds,
  "0008-kept-answers": keptAnswers,
  "0009-word-boxes": wordBoxes,
  "0010-vectors": vectors,
  "0011-left-out": leftOutCounts,
  "0012-flows": flows,
  "0013-tags": tags,
  "0014-tested-runs": testedRuns,
  "0015-accepted-runs": acceptedRuns,
  "0016-words-index": wordsIndex,
  "0017-sidecars-mended": sidecarsMended,
  "0019-flow-versions": flowVersions,
  "0020-numbered-vectors": numberedVectors,
  "0021-fewer-build-pages": fewerBuildPages,
  "0025-build-ordinals": buildOrdinals,
  "0028-audit-entries": auditEntries,
  "0030-project-usage": projectUsage,
  "0031-project-events": projectEvents,
  "0032-webhooks": webhooks,
  "0033-streamed-runs": streamedRuns,
  "0035-retention": retention,
  "0036-words-place": wordsPlace,
  "0037-build-traces": buildTraces,
  "0038-fewer-indexes": fewerIndexes,
};

export const knownMigrations = (): string[] => Object.keys(migrations);

/**
 * Brings the tables to what this version expects. Throws when a newer Headwater has been at the database,
 * and when a migration fails (nothing of it remains). `beforeChange` is called first, with the first migration that is
 * to run, where there are tables already.
 */
export const migrateToLatest = async <T>(
  database: Kysely<T>,
  beforeChange: (migration: string) => Promise<void>,
): Promise<void> => {
  const applied = await appliedMigrations(database);
  refuseNewer(applied);
  const pending = Object.keys(migrations).find((name) => !applied.includes(name));
  if (applied.length > 0 && pending !== undefined) await beforeChange(pending);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName ?? "unknown";
  throw new OperatorError(`The database could not be migrated (${failed}): ${messageOf(error)}`, {
    cause: error,
  });
};

/** Makes the tables as they are after a migration, in a database without tables. */
export const migrateTo = async <T>(database: Kysely<T>, migration: string): Promise<void> => {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(migration);
  if (error !== undefined) throw error;
};

/** How the tables stand to this version. Changes nothing. */
export const tablesState = async <T>(
  database: Kysely<T>,
): Promise<"none" | "older" | "current" | "newer"> => {
  const applied = await appliedMigrations(database);
  if (applied.length === 0) return "none";
  if (applied.some((name) => !(name in migrations))) return "newer";
  return applied.length < Object.keys(migrations).length ? "older" : "current";
};

const appliedMigrations = async <T>(database: Kysely<T>): Promise<string[]> => {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await (database as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map(({ name }) => name);
};

const refuseNewer = (applied: readonly string[]): void => {
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new OperatorError(
      `The database was made by a newer Headwater (migration ${unknown}). Start that version, or choose another data folder.`,
    );
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
