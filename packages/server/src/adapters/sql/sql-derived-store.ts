import type { Kysely, Transaction } from "kysely";
import {
  type DerivedStore,
  maxDerivedCharacters,
  maxDerivedConfigs,
} from "../../flows/derived/derived-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { VersionId } from "../../kernel/ids.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { readByIds } from "./slices.ts";

export const createSqlDerivedStore = (database: Kysely<Database>, clock: Clock): DerivedStore => ({
  async find(versionIds, kind, codeVersion, configHash) {
    const rows = await readByIds(versionIds, (ids) =>
      database
        .selectFrom("derived_data")
        .innerJoin("versions", "versions.version_id", "derived_data.version_id")
        .select(["derived_data.version_id", "payload"])
        .where("derived_data.version_id", "in", ids)
        .where("kind", "=", kind)
        .where("code_version", "=", codeVersion)
        .where("config_hash", "=", configHash)
        .where("versions.status", "=", "active")
        .execute(),
    );
    return new Map(rows.map((row) => [row.version_id, row.payload]));
  },

  async save(projectId, versionId, kind, codeVersion, configHash, json) {
    if (json.length > maxDerivedCharacters) {
      throw new Error(
        `What ${kind} derives from version ${versionId} is too large to be kept: ${json.length} of at most ${maxDerivedCharacters} characters`,
      );
    }
    return database.transaction().execute(async (transaction) => {
      const version = await lockRow(transaction, "versions", versionId);
      if (version?.status !== "active" || version.project_id !== projectId) return false;
      const kept = { payload: json, saved_at: toText(clock.now()) };
      await transaction
        .insertInto("derived_data")
        .values({ version_id: versionId, kind, code_version: codeVersion, config_hash: configHash, ...kept })
        .onConflict((conflict) =>
          conflict.columns(["version_id", "kind", "code_version", "config_hash"]).doUpdateSet(kept),
        )
        .execute();
      await dropOutdated(transaction, versionId, kind, codeVersion);
      return true;
    });
  },
});

/** Drops what other versions of the code made, and the oldest configurations beyond those that are kept. */
const dropOutdated = async (
  transaction: Transaction<Database>,
  versionId: VersionId,
  kind: string,
  codeVersion: number,
): Promise<void> => {
  const ofKind = () =>
    transaction.deleteFrom("derived_data").where("version_id", "=", versionId).where("kind", "=", kind);
  await ofKind().where("code_version", "!=", codeVersion).execute();
  const rows = await transaction
    .selectFrom("derived_data")
    .select(["config_hash", "saved_at"])
    .where("version_id", "=", versionId)
    .where("kind", "=", kind)
    .execute();
  // Sorted here: there is at most one more than is kept.
  const oldestFirst = rows.toSorted((one, other) => (one.saved_at < other.saved_at ? -1 : 1));
  const dropped = oldestFirst.slice(0, -maxDerivedConfigs).map((row) => row.config_hash);
  if (dropped.length > 0) await ofKind().where("config_hash", "in", dropped).execute();
};
