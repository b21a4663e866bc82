import type { Kysely } from "kysely";
import { type ElementStore, VersionRemovedError } from "../../elements/element-store.ts";
import { createElementAppender } from "./element-appender.ts";
import { listElements } from "./element-queries.ts";
import { plainBytes } from "./element-row.ts";
import { locatedElements } from "./located-elements.ts";
import { lockRow, sourceGone } from "./lock-row.ts";
import { purgeVersion } from "./purge.ts";
import { removeEmbeddedOf } from "./purge-vectors.ts";
import { readableElements } from "./readable-elements.ts";
import { findSameVersion } from "./same-version.ts";
import type { Database } from "./schema.ts";
import { streamElements } from "./stream-elements.ts";
import { unsynced, unsyncedTransaction } from "./unsynced-transaction.ts";
import { toVersion, versionColumns } from "./version-row.ts";
import { wordChangesOf, writeWordChanges } from "./word-changes.ts";

export const createSqlElementStore = (database: Kysely<Database>): ElementStore => ({
  async beginVersion(version) {
    await unsyncedTransaction(database, async (transaction) => {
      const source = await lockRow(transaction, "sources", version.fileId);
      if (source === undefined) throw sourceGone(version.fileId);
      await transaction
        .insertInto("versions")
        .values({
          version_id: version.versionId,
          file_id: version.fileId,
          project_id: source.project_id,
          method: version.method,
          status: "inactive",
          total_pages: 0,
          failed_pages: "[]",
          element_count: 0,
          reader: version.reader ?? null,
          message: null,
          duplicate_of: version.duplicateOf ?? null,
        })
        .execute();
    });
  },

  addElements: createElementAppender(database),

  async setPages(versionId, { totalPages, failedPages, message }) {
    const { numUpdatedRows } = await unsynced(database, (held) =>
      held
        .updateTable("versions")
        .set({ total_pages: totalPages, failed_pages: JSON.stringify(failedPages), message })
        .where("version_id", "=", versionId)
        .where("status", "=", "inactive")
        .executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n)
      throw new Error(`Version ${versionId} takes no pages: it is unknown, active already, or removed`);
  },

  async activate(fileId, versionId) {
    return unsyncedTransaction(database, async (transaction) => {
      const source = await lockRow(transaction, "sources", fileId);
      if (source === undefined) throw sourceGone(fileId);
      const replaced = await transaction
        .updateTable("versions")
        .set({ status: "inactive" })
        .where("file_id", "=", fileId)
        .where("status", "=", "active")
        .where("version_id", "!=", versionId)
        .returning("version_id")
        .executeTakeFirst();
      const version = await transaction
        .selectFrom("versions")
        .select("status")
        .where("file_id", "=", fileId)
        .where("version_id", "=", versionId)
        .executeTakeFirst();
      if (!version || version.status === "removed") throw new VersionRemovedError(versionId);
      if (version.status === "active") return null;
      await transaction
        .updateTable("versions")
        .set({ status: "active" })
        .where("version_id", "=", versionId)
        .execute();
      const gone = replaced ? [replaced.version_id] : [];
      await removeEmbeddedOf(transaction, gone);
      await writeWordChanges(transaction, source.project_id, [
        ...(await wordChangesOf(transaction, gone, { isGone: true })),
        ...(await wordChangesOf(transaction, [versionId], { isGone: false })),
      ]);
      return replaced?.version_id ?? null;
    });
  },

  async active(fileId) {
    const row = await database
      .selectFrom("versions")
      .select(versionColumns)
      .where("file_id", "=", fileId)
      .where("status", "=", "active")
      .executeTakeFirst();
    return row ? toVersion(row) : null;
  },

  findSame: (document) => findSameVersion(database, document),

  stream: (versionId) => streamElements(database, versionId),

  list: (versionId, filter, page) => listElements(database, versionId, filter, page),

  async wordBoxes({ versionId, elementId }) {
    const row = await readableElements(database, versionId)
      .select("word_boxes")
      .where("elements.element_id", "=", elementId)
      .executeTakeFirst();
    return row?.word_boxes ? plainBytes(row.word_boxes) : null;
  },

  located: (references) => locatedElements(database, references),

  async removeVersion(versionId) {
    await database.transaction().execute(async (transaction) => {
      const active = await transaction
        .selectFrom("versions")
        .select("project_id")
        .where("version_id", "=", versionId)
        .where("status", "=", "active")
        .executeTakeFirst();
      await transaction
        .updateTable("versions")
        .set({ status: "removed" })
        .where("version_id", "=", versionId)
        .execute();
      if (!active) return;
      const gone = await wordChangesOf(transaction, [versionId], { isGone: true });
      await writeWordChanges(transaction, active.project_id, gone);
    });
    await purgeVersion(database, versionId);
  },

  async inactiveVersions() {
    const rows = await database
      .selectFrom("versions")
      .select(["version_id", "file_id", "project_id"])
      .where("status", "!=", "active")
      .orderBy("version_id")
      .execute();
    return rows.map((row) => ({
      versionId: row.version_id,
      fileId: row.file_id,
      projectId: row.project_id,
    }));
  },
});
