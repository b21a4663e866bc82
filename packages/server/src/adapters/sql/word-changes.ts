import type { Insertable, Kysely, Transaction } from "kysely";
import { defaultChunking, hashConfig } from "../../chunks/chunking-config.ts";
import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import { numberInTurn } from "./number-in-turn.ts";
import type { Database } from "./schema.ts";

/** Of the sets of a version the one that is indexed. */
const indexedConfig = hashConfig(defaultChunking);

/**
 * The set of each version that the words' index holds, as a row of `word_changes` without its number. Versions without
 * such a set are left out.
 */
export const indexedSets = (database: Kysely<Database>) =>
  database
    .selectFrom("versions")
    .innerJoin("chunk_sets", "chunk_sets.version_id", "versions.version_id")
    .select(["project_id", "versions.version_id", "file_id", "chunk_set_id", "chunk_count as chunks"])
    .where("config_hash", "=", indexedConfig)
    .where("is_whole", "=", 1);

export type WordChangeRow = Omit<Insertable<Database["word_changes"]>, "number">;

/** Changes for the words' index: versions that answer from now on, or (`isGone`) no longer. */
export const wordChangesOf = async (
  transaction: Transaction<Database>,
  versionIds: VersionId[],
  { isGone }: { isGone: boolean },
): Promise<WordChangeRow[]> => {
  if (versionIds.length === 0) return [];
  const rows = await indexedSets(transaction).where("versions.version_id", "in", versionIds).execute();
  return rows.map((row) => ({ ...row, is_gone: isGone ? 1 : 0 }));
};

/** Writes changes of one project. Call it at the end of a transaction: in PostgreSQL it takes a lock of the project. */
export const writeWordChanges = async (
  transaction: Transaction<Database>,
  projectId: ProjectId,
  rows: WordChangeRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await numberInTurn(transaction, "word changes", [projectId]);
  await transaction.insertInto("word_changes").values(rows).execute();
};
