import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { nameWordRows } from "../name-words.ts";

type Tables = {
  sources: { project_id: string; file_id: string; file_name: string };
  name_words: { project_id: string; word: string; file_id: string };
};

const sourcesPerSlice = 500;
/** Rows in one statement, three values each: far below either database's limit of bound parameters. */
const rowsPerStatement = 250;

/**
 * The words of the sources' names. A migration that changes how names are read into terms (text/terms, text/stem,
 * text/file-name-words) must empty this table and fill it again.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .createTable("name_words")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("word", "text", (column) => column.notNull())
    .addColumn("file_id", "text", (column) =>
      column.notNull().references("sources.file_id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("name_words_key", ["project_id", "word", "file_id"] as never)
    .execute();
  await schema.createIndex("name_words_of_source").on("name_words").column("file_id").execute();
  await fill(database as Kysely<Tables>);
};

async function fill(database: Kysely<Tables>): Promise<void> {
  for (let after = ""; ; ) {
    const sources = await database
      .selectFrom("sources")
      .select(["project_id", "file_id", "file_name"])
      .where("file_id", ">", after)
      .orderBy("file_id")
      .limit(sourcesPerSlice)
      .execute();
    const rows = sources.flatMap((source) =>
      nameWordRows({ projectId: source.project_id, fileId: source.file_id, fileName: source.file_name }),
    );
    for (let start = 0; start < rows.length; start += rowsPerStatement)
      await database
        .insertInto("name_words")
        .values(rows.slice(start, start + rowsPerStatement))
        .execute();
    const last = sources.at(-1);
    if (!last || sources.length < sourcesPerSlice) return;
    after = last.file_id;
  }
}

export const nameWords: Migration = { up };
