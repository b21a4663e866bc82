import type { Kysely } from "kysely";
import type { Clock } from "../../kernel/clock.ts";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { SourceStore } from "../../sources/source-store.ts";
import { browseSources } from "./browse-sources.ts";
import {
  contentsBuiltSince,
  contentsInUse,
  contentsToRemove,
  createForgetContent,
  usesOfContent,
} from "./content-queries.ts";
import { toInstant, toText } from "./instants.ts";
import { unicodeForms } from "./name-spellings.ts";
import { purgeSource, purgeVersion } from "./purge.ts";
import { removeOriginal, withOldOriginals } from "./remove-original.ts";
import { createRemoveSource } from "./remove-source.ts";
import type { Database } from "./schema.ts";
import { listSources } from "./source-overviews.ts";
import { toSource } from "./source-row.ts";
import { findByTags, retagSource } from "./source-tags.ts";
import { stampSources } from "./stamp-sources.ts";

export const createSqlSourceStore = (database: Kysely<Database>, clock: Clock): SourceStore => {
  const remove = createRemoveSource(database, clock);
  const forgetContent = createForgetContent(database);
  return {
    list: (projectId, fileIds) => listSources(database, projectId, fileIds),
    browse: (projectId, filter, order, page) => browseSources(database, projectId, filter, order, page),

    stamp: (projectId) => stampSources(database, projectId),

    async find(projectId, fileId) {
      const row = await sourcesOf(database, projectId).where("file_id", "=", fileId).executeTakeFirst();
      return row ? toSource(row) : null;
    },

    async findByName(projectId, fileName) {
      const rows = await sourcesOf(database, projectId)
        .where("file_name", "in", unicodeForms(fileName))
        .orderBy("ordinal")
        .orderBy("file_id")
        .execute();
      return rows.map(toSource);
    },

    findByTags: (projectId, tags) => findByTags(database, projectId, tags),
    retag: (projectId, fileId, tags) => retagSource(database, { projectId, fileId, tags }),
    remove: (projectId, fileId) => remove({ projectId, fileId }),

    async usesContent(projectId, contentHash, { besides } = {}) {
      const row = await database
        .selectFrom("sources")
        .select("file_id")
        .where("project_id", "=", projectId)
        .where("content_hash", "=", contentHash)
        .where("original_removed_at", "is", null)
        .$if(besides !== undefined, (users) => users.where("file_id", "!=", besides as string))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    contentsInUse: () => contentsInUse(database),
    contentsBuiltSince: (moment) => contentsBuiltSince(database, moment),

    async sidecarsMendedAt() {
      const row = await database.selectFrom("store").select("sidecars_mended_at").executeTakeFirst();
      return row?.sidecars_mended_at ? toInstant(row.sidecars_mended_at) : null;
    },

    async setSidecarsMended(moment) {
      await database
        .updateTable("store")
        .set({ sidecars_mended_at: toText(moment) })
        .execute();
    },

    usesOf: (projectId, contentHash) => usesOfContent(database, { projectId, contentHash }),
    contentsToRemove: () => contentsToRemove(database),
    contentRemoved: (projectId, contentHash) => forgetContent({ projectId, contentHash }),

    withOldOriginals: (projectId, before) => withOldOriginals(database, projectId, before),
    removeOriginal: (projectId, fileId, at) => removeOriginal(database, { projectId, fileId }, at),

    async clearLeftovers() {
      for (const { file_id } of await goneSources(database)) await purgeSource(database, file_id);
      const removed = await database
        .selectFrom("versions")
        .select("version_id")
        .where("status", "=", "removed")
        .execute();
      for (const { version_id } of removed) await purgeVersion(database, version_id);
    },
  };
};

const sourcesOf = (database: Kysely<Database>, projectId: ProjectId) =>
  database.selectFrom("sources").selectAll().where("project_id", "=", projectId);

const goneSources = (database: Kysely<Database>): Promise<{ file_id: FileId }[]> =>
  database
    .selectFrom("versions")
    .select("file_id")
    .union(database.selectFrom("turn_sources").select("file_id"))
    .except(database.selectFrom("sources").select("file_id"))
    .execute();
