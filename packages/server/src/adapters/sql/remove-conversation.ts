import { type Kysely, sql } from "kysely";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import { nextTurn, rowsPerRemoval } from "./slices.ts";

type Conversation = { projectId: ProjectId; conversationId: string };

/** Removes a conversation, its turns in slices first. False when there is none. */
export const removeConversation = async (
  database: Kysely<Database>,
  conversation: Conversation,
): Promise<boolean> => {
  while ((await removeTurns(database, conversation)) === rowsPerRemoval) await nextTurn();
  return database.transaction().execute(async (transaction) => {
    // Puts a writer who appends just now behind this transaction, or this behind the writer.
    await transaction
      .updateTable("conversations")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("project_id", "=", conversation.projectId)
      .where("conversation_id", "=", conversation.conversationId)
      .execute();
    while ((await removeTurns(transaction, conversation)) === rowsPerRemoval);
    const { numDeletedRows } = await transaction
      .deleteFrom("conversations")
      .where("project_id", "=", conversation.projectId)
      .where("conversation_id", "=", conversation.conversationId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
};

/** Removes the conversations without a question since then. Returns their number. */
export const removeConversationsOlderThan = async (
  database: Kysely<Database>,
  before: string,
): Promise<number> => {
  for (let removed = 0; ; ) {
    const rows = await database
      .selectFrom("conversations")
      .select(["project_id", "conversation_id"])
      .where("updated_at", "<", before)
      .limit(rowsPerRemoval)
      .execute();
    for (const row of rows) {
      await removeConversation(database, { projectId: row.project_id, conversationId: row.conversation_id });
      await nextTurn();
    }
    removed += rows.length;
    if (rows.length < rowsPerRemoval) return removed;
  }
};

const removeTurns = async (
  database: Kysely<Database>,
  { projectId, conversationId }: Conversation,
): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom("turns")
    .where(
      "turn_id",
      "in",
      sql<string>`(select turn_id from turns where project_id = ${projectId}
        and conversation_id = ${conversationId} limit ${sql.lit(rowsPerRemoval)})`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
