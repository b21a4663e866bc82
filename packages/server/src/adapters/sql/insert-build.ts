import { sql, type Transaction } from "kysely";
import type { NewBuild } from "../../builds/build-store.ts";
import type { Source } from "../../sources/source.ts";
import { toText } from "./instants.ts";
import { isSqlite } from "./is-sqlite.ts";
import { insertNameWords } from "./name-words.ts";
import { nextTurnIn } from "./next-turn.ts";
import type { Database } from "./schema.ts";
import { insertTags } from "./source-tags.ts";

/** Puts a source behind those of its project. Its transaction numbers in turn (`numberInTurn`). */
export const insertSource = async (transaction: Transaction<Database>, source: Source): Promise<void> => {
  await transaction
    .insertInto("sources")
    .values((row) => ({
      file_id: source.fileId,
      project_id: source.projectId,
      file_name: source.fileName,
      file_size: source.fileSize,
      file_type: source.fileType,
      file_source: source.fileSource,
      content_hash: source.contentHash,
      ordinal: row
        .selectFrom("sources")
        .select(({ fn, val }) => row(fn.coalesce(fn.max("ordinal"), val(0)), "+", 1).as("next"))
        .where("project_id", "=", source.projectId),
      created_at: toText(source.createdAt),
      tags: JSON.stringify(source.tags),
    }))
    .execute();
  await insertNameWords(transaction, source);
  await insertTags(transaction, source);
};

/** Puts a build, Pending, at the end of its project's builds. Its transaction numbers in turn (`numberInTurn`). */
export const insertBuild = async (
  transaction: Transaction<Database>,
  build: NewBuild,
  now: string,
): Promise<void> => {
  await transaction
    .insertInto("builds")
    .values((row) => ({
      build_id: build.buildId,
      project_id: build.projectId,
      file_id: build.fileId,
      method: build.method,
      status: "Pending",
      message: null,
      error: null,
      progress: null,
      total_partitions: null,
      total_pages: null,
      failed_pages: "[]",
      attempts: 0,
      lease_owner: null,
      lease_until: null,
      ordinal: isSqlite(transaction)
        ? row
            .selectFrom("builds")
            .select(({ fn, val }) => row(fn.coalesce(fn.max("ordinal"), val(0)), "+", 1).as("next"))
        : sql<number>`nextval('build_ordinals')`,
      lane: build.lane,
      turn: nextTurnIn(build.lane, build.projectId),
      task: build.task,
      method_named: build.methodNamed === false ? 0 : 1,
      duplicate_of: null,
      trace: build.trace ?? null,
      created_at: now,
      updated_at: now,
    }))
    .execute();
};
