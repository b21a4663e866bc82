import { type Kysely, sql, type Transaction } from "kysely";
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
    return removeRows(transaction, conversation);
  });
};

/** Removes some conversations without a question since then, of one project or of all. Returns their ids. */
export const removeOldConversations = async (
  database: Kysely<Database>,
  before: string,
  projectId?: ProjectId,
): Promise<string[]> => {
  const rows = await database
    .selectFrom("conversations")
    .select(["project_id", "conversation_id"])
    .where("updated_at", "<", before)
    .$if(projectId !== undefined, (all) => all.where("project_id", "=", projectId as string))
    .limit(rowsPerRemoval)
    .execute();
  const removed: string[] = [];
  for (const { project_id, conversation_id } of rows) {
    const conversation = { projectId: project_id, conversationId: conversation_id };
    if (await removeIfOld(database, conversation, before)) removed.push(conversation_id);
    await nextTurn();
  }
  return removed;
};

/** In one transaction: a question that comes meanwhile keeps the conversation whole, or finds it gone. */
const removeIfOld = (
  database: Kysely<Database>,
  conversation: Conversation,
  before: string,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("conversations")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("project_id", "=", conversation.projectId)
      .where("conversation_id", "=", conversation.conversationId)
      .where("updated_at", "<", before)
      .executeTakeFirst();
    return numUpdatedRows > 0n && (await removeRows(transaction, conversation));
  });

const removeRows = async (
  transaction: Transaction<Database>,
  conversation: Conversation,
): Promise<boolean> => {
  while ((await removeTurns(transaction, conversation)) === rowsPerRemoval);
  const { numDeletedRows } = await transaction
    .deleteFrom("conversations")
    .where("project_id", "=", conversation.projectId)
    .where("conversation_id", "=", conversation.conversationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
