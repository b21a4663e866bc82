import type { Kysely } from "kysely";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Database } from "./schema.ts";
import { createSqlProjectStore } from "./sql-project-store.ts";
import { createSqlWordStore } from "./sql-word-store.ts";
import { isInUse } from "./store-id.ts";

const places = { opensearch: "in OpenSearch", database: "in the database" };

/** Where the index of words is; null for this database. */
export const readWordsPlace = async (database: Kysely<Database>): Promise<"opensearch" | null> =>
  (await database.selectFrom("store").select("words_in").executeTakeFirstOrThrow()).words_in;

/**
 * Makes sure that all processes on a database have its index of words at one place: one that looked elsewhere would find
 * nothing, and say nothing. A process that has the database for itself may change the place. Throws OperatorError.
 */
export async function claimWordsPlace(
  database: Kysely<Database>,
  wanted: "opensearch" | null,
  { isShared }: { isShared: boolean },
): Promise<void> {
  const marked = await readWordsPlace(database);
  if (marked === wanted) return;
  if (isShared && (await isInUse(database)))
    throw new OperatorError(
      `The processes on this database keep its index of words ${places[marked ?? "database"]}, and not ${places[wanted ?? "database"]}. Give all of them the same HEADWATER_INDEX; to change it, stop them and start one process with the role all and the new setting first.`,
    );
  // Its segments, and what they were to be made of, were given up when the other index took over.
  if (wanted === null) {
    const words = createSqlWordStore(database);
    for (const { projectId } of await createSqlProjectStore(database).list())
      await words.startAgain(projectId);
  }
  await database.updateTable("store").set({ words_in: wanted }).execute();
}
