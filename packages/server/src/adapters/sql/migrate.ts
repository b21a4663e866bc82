import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { OperatorError } from "../../kernel/operator-error.ts";
import { initial } from "./migrations/0001-initial.ts";
import { nameWords } from "./migrations/0006-name-words.ts";

/** Every migration in order, imported rather than read from a folder, so that a bundled service carries them. */
const migrations: Record<string, Migration> = { "0001-initial": initial, "0006-name-words": nameWords };

/**
 * Brings the tables to what this version expects. Throws when a newer Headwater has been at the database,
 * and when a migration fails (nothing of it remains).
 */
export const migrateToLatest = async <T>(database: Kysely<T>): Promise<void> => {
  await refuseNewer(database);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName ?? "unknown";
  throw new OperatorError(`The database could not be migrated (${failed}): ${messageOf(error)}`, {
    cause: error,
  });
};

const refuseNewer = async <T>(database: Kysely<T>): Promise<void> => {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return;
  const applied = await (database as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  const unknown = applied.find(({ name }) => !(name in migrations));
  if (unknown) {
    throw new OperatorError(
      `The database was made by a newer Headwater (migration ${unknown.name}). Start that version, or choose another data folder.`,
    );
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
