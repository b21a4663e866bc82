import type { Kysely, Transaction } from "kysely";
import type { ConversationStore, KeptAnswer, Turn } from "../../answering/conversation-store.ts";
import { type FileId, newId, type ProjectId } from "../../kernel/ids.ts";
import { toText } from "./instants.ts";
import { lockRow } from "./lock-row.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";
import { toTurnPayload } from "./turn-row.ts";

const sourcesPerStatement = 200;

/** See ConversationStore.append. */
export const createAppendTurn =
  (database: Kysely<Database>): ConversationStore["append"] =>
  async (projectId, conversationId, turn, { continues = false, keep } = {}) => {
    await database.transaction().execute(async (transaction) => {
      const conversation = { projectId, conversationId };
      if (!(await holdConversation(transaction, conversation, turn.askedAt, continues))) return;
      // Drawn from a source that was deleted meanwhile, it goes with it: the deletion has found no turn to remove.
      if (!(await holdAll(transaction, turn.fileIds))) return;
      const turnId = await insertTurn(transaction, conversation, turn);
      if (keep) await keepAnswer(transaction, projectId, turnId, keep);
    });
  };

type Conversation = { projectId: ProjectId; conversationId: string };

/**
 * Makes sure of the conversation, and puts a second writer behind this one; false when it should be there and is
 * gone.
 */
const holdConversation = async (
  transaction: Transaction<Database>,
  { projectId, conversationId }: Conversation,
  askedAt: Date,
  continues: boolean,
): Promise<boolean> => {
  const now = toText(askedAt);
  if (continues) {
    const { numUpdatedRows } = await transaction
      .updateTable("conversations")
      .set({ updated_at: now })
      .where("project_id", "=", projectId)
      .where("conversation_id", "=", conversationId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  await transaction
    .insertInto("conversations")
    .values({ project_id: projectId, conversation_id: conversationId, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "conversation_id"]).doUpdateSet({ updated_at: now }),
    )
    .execute();
  return true;
};

const insertTurn = async (
  transaction: Transaction<Database>,
  { projectId, conversationId }: Conversation,
  turn: Turn,
): Promise<string> => {
  const turnId = newId();
  await transaction
    .insertInto("turns")
    .values((row) => ({
      turn_id: turnId,
      project_id: projectId,
      conversation_id: conversationId,
      ordinal: row
        .selectFrom("turns")
        .select(({ fn, val }) => row(fn.coalesce(fn.max("ordinal"), val(0)), "+", 1).as("next"))
        .where("project_id", "=", projectId)
        .where("conversation_id", "=", conversationId),
      payload: toTurnPayload(turn),
    }))
    .execute();
  for (const fileIds of slicesOf([...new Set(turn.fileIds)], sourcesPerStatement)) {
    await transaction
      .insertInto("turn_sources")
      .values(fileIds.map((fileId) => ({ turn_id: turnId, file_id: fileId })))
      .execute();
  }
  return turnId;
};

const keepAnswer = async (
  transaction: Transaction<Database>,
  projectId: ProjectId,
  turnId: string,
  { key, fingerprint, answer, keptAt }: KeptAnswer,
): Promise<void> => {
  const kept = { fingerprint, turn_id: turnId, payload: JSON.stringify(answer), created_at: toText(keptAt) };
  await transaction
    .insertInto("kept_answers")
    .values({ project_id: projectId, idempotency_key: JSON.stringify(key), ...kept })
    .onConflict((conflict) => conflict.columns(["project_id", "idempotency_key"]).doUpdateSet(kept))
    .execute();
};

/** Whether all these sources are there; until the transaction ends, none of them goes. */
const holdAll = async (transaction: Transaction<Database>, fileIds: FileId[]): Promise<boolean> => {
  // In the order of their ids, as deletions take them: so two processes never wait for each other.
  for (const fileId of new Set(fileIds.toSorted())) {
    if ((await lockRow(transaction, "sources", fileId)) === undefined) return false;
  }
  return true;
};
