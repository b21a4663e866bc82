import { type Kysely, sql } from "kysely";
import type { FileId } from "../../kernel/ids.ts";
import type { SourceName, SourceNames } from "../../sources/source-names.ts";
import { isSqlite } from "./is-sqlite.ts";
import { unicodeForms } from "./name-spellings.ts";
import { indexedWord } from "./name-words.ts";
import type { Database } from "./schema.ts";
import { readByIds } from "./slices.ts";

export const createSqlSourceNames = (database: Kysely<Database>): SourceNames => {
  const names: SourceNames = {
    async count(projectId) {
      const { total } = await database
        .selectFrom("sources")
        .select(({ fn }) => fn.countAll().as("total"))
        .where("project_id", "=", projectId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    async countOf(projectId, fileIds) {
      if (fileIds.length === 0) return 0;
      // The ids are one parameter: preparing and binding thousands costs more than looking them up.
      const ids = isSqlite(database)
        ? sql`select value from json_each(${JSON.stringify(fileIds)})`
        : sql`select unnest(${fileIds}::text[])`;
      // By its primary key: with the project too, SQLite may walk through all of its sources.
      const { rows } = await sql<{ total: number }>`select count(*) as total from sources
        where file_id in (${ids}) and project_id || '' = ${projectId}`.execute(database);
      return Number(rows[0]?.total);
    },

    async byIds(projectId, fileIds) {
      const rows = await readByIds(fileIds, (ids) =>
        database
          .selectFrom("sources")
          .select(["file_id", "file_name", "project_id", "ordinal"])
          .where("file_id", "in", ids)
          .execute(),
      );
      return (
        rows
          // Compared here: given the project too, SQLite may walk through all of its sources instead of looking up the ids.
          .filter((row) => row.project_id === projectId)
          .sort((one, other) => one.ordinal - other.ordinal)
          .map((row) => ({ fileId: row.file_id, fileName: row.file_name }))
      );
    },

    async byNames(projectId, fileNames) {
      const named = new Map(fileNames.map((name): [string, SourceName[]] => [name, []]));
      const askedFor = new Map<string, string[]>();
      for (const name of named.keys())
        for (const form of unicodeForms(name)) askedFor.set(form, [...(askedFor.get(form) ?? []), name]);
      const rows = await readByIds([...askedFor.keys()], (names) =>
        database
          .selectFrom("sources")
          .select(["file_id", "file_name", "ordinal"])
          .where("project_id", "=", projectId)
          .where("file_name", "in", names)
          .execute(),
      );
      for (const { file_id, file_name } of rows.sort((one, other) => one.ordinal - other.ordinal))
        for (const name of askedFor.get(file_name) ?? [])
          named.get(name)?.push({ fileId: file_id, fileName: file_name });
      return named;
    },

    async byTerms(projectId, terms, limit) {
      const held = new Map<FileId, number>();
      for (const word of new Set(terms.map(indexedWord))) {
        const rows = await database
          .selectFrom("name_words")
          .select("file_id")
          .where("project_id", "=", projectId)
          .where("word", "=", word)
          .limit(limit + 1)
          .execute();
        if (rows.length > limit) continue;
        for (const { file_id } of rows) held.set(file_id, (held.get(file_id) ?? 0) + 1);
      }
      const best = [...held].sort(([, one], [, other]) => other - one).slice(0, limit);
      return names.byIds(
        projectId,
        best.map(([fileId]) => fileId),
      );
    },
  };
  return names;
};
