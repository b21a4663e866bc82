import type { Transaction } from "kysely";
import type { FileId, ProjectId } from "../../kernel/ids.ts";
import { fileNameTerms } from "../../text/file-name-words.ts";
import type { Database } from "./schema.ts";

/** A name has few words; one made to have thousands is found by its first. */
const maxWords = 64;
const maxWordLength = 60;

/** The rows of `name_words` for a source's name. */
export const nameWordRows = (source: { projectId: ProjectId; fileId: FileId; fileName: string }) =>
  [...new Set(fileNameTerms(source.fileName).slice(0, maxWords).map(indexedWord))].map((word) => ({
    project_id: source.projectId,
    word,
    file_id: source.fileId,
  }));

/** A term as it is in the table. */
export const indexedWord = (term: string): string => term.slice(0, maxWordLength);

/** Written with the source, in its transaction; removed with it by the foreign key. */
export async function insertNameWords(
  transaction: Transaction<Database>,
  source: { projectId: ProjectId; fileId: FileId; fileName: string },
): Promise<void> {
  const rows = nameWordRows(source);
  if (rows.length > 0) await transaction.insertInto("name_words").values(rows).execute();
}
