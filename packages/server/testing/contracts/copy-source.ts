import type { Kysely } from "kysely";
import type { Database } from "../../src/adapters/sql/schema.ts";
import { type FileId, newId } from "../../src/kernel/ids.ts";

/** Rows in one statement. PostgreSQL takes 65,535 parameters. */
const rowsPerStatement = 100;

/**
 * Adds a source as often as there are names, as if each had been sent after it. Hundreds of sources take seconds when a
 * store adds them one by one, and what is tested is a list that is long.
 * @returns their file ids, in order
 */
export async function copySource(
  database: Kysely<Database>,
  fileId: FileId,
  fileNames: string[],
): Promise<FileId[]> {
  const [source, build] = await Promise.all([
    database.selectFrom("sources").selectAll().where("file_id", "=", fileId).executeTakeFirstOrThrow(),
    database.selectFrom("builds").selectAll().where("file_id", "=", fileId).executeTakeFirstOrThrow(),
  ]);
  const copies = fileNames.map((fileName, index) => {
    const [copyId, after] = [newId(), index + 1];
    return {
      source: { ...source, file_id: copyId, file_name: fileName, ordinal: source.ordinal + after },
      build: {
        ...build,
        ...{ build_id: newId(), file_id: copyId },
        ...{ ordinal: build.ordinal + after, turn: build.turn + after },
      },
    };
  });
  for (let start = 0; start < copies.length; start += rowsPerStatement) {
    const slice = copies.slice(start, start + rowsPerStatement);
    await database
      .insertInto("sources")
      .values(slice.map(({ source }) => source))
      .execute();
    await database
      .insertInto("builds")
      .values(slice.map(({ build }) => build))
      .execute();
  }
  return copies.map((copy) => copy.source.file_id);
}
