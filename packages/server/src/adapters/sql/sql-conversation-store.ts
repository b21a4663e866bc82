import type { Kysely, Transaction } from "kysely";
import type { ConversationStore, Turn } from "../../answering/conversation-store.ts";
import { type FileId, newId } from "../../kernel/ids.ts";
import { holdSource } from "./hold-source.ts";
import { toInstant, toText } from "./instants.ts";
import type { Database } from "./schema.ts";
import { slicesOf } from "./slices.ts";

const sourcesPerStatement = 200;

export const createSqlConversationStore = (database: Kysely<Database>): ConversationStore => ({
  async turns(projectId, conversationId, latest) {
    const conversation = await database
      .selectFrom("conversations")
      .select("conversation_id")
      .where("project_id", "=", projectId)
      .where("conversation_id", "=", conversationId)
      .executeTakeFirst();
    if (!conversation) return null;
    const rows = await database
      .selectFrom("turns")
      .select("payload")
      .where("project_id", "=", projectId)
      .where("conversation_id", "=", conversationId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("turn_sources")
              .leftJoin("sources", "sources.file_id", "turn_sources.file_id")
              .select("turn_sources.turn_id")
              .whereRef("turn_sources.turn_id", "=", "turns.turn_id")
              .where("sources.file_id", "is", null),
          ),
        ),
      )
      .orderBy("ordinal", "desc")
      .limit(latest)
      .execute();
    return rows.map((row) => toTurn(row.payload)).reverse();
  },

  async append(projectId, conversationId, turn) {
    await database.transaction().execute(async (transaction) => {
      // Where the conversation exists, the update that changes nothing puts a second writer behind this one.
      await transaction
        .insertInto("conversations")
        .values({
          project_id: projectId,
          conversation_id: conversationId,
          created_at: toText(turn.askedAt),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["project_id", "conversation_id"])
            .doUpdateSet((existing) => ({ created_at: existing.ref("conversations.created_at") })),
        )
        .execute();
      // Drawn from a source that was deleted meanwhile, it goes with it: the deletion has found no turn to remove.
      if (!(await holdAll(transaction, turn.fileIds))) return;
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
          payload: JSON.stringify({ ...turn, askedAt: toText(turn.askedAt) }),
        }))
        .execute();
      for (const fileIds of slicesOf([...new Set(turn.fileIds)], sourcesPerStatement)) {
        await transaction
          .insertInto("turn_sources")
          .values(fileIds.map((fileId) => ({ turn_id: turnId, file_id: fileId })))
          .execute();
      }
    });
  },
});

/** Whether all these sources are there; until the transaction ends, none of them goes. */
const holdAll = async (transaction: Transaction<Database>, fileIds: FileId[]): Promise<boolean> => {
  // In the order of their ids, as deletions take them: so two processes never wait for each other.
  for (const fileId of new Set(fileIds.toSorted())) {
    if ((await holdSource(transaction, fileId)) === null) return false;
  }
  return true;
};

const toTurn = (payload: string): Turn => {
  const turn = JSON.parse(payload) as Omit<Turn, "askedAt"> & { askedAt: string };
  return { ...turn, askedAt: toInstant(turn.askedAt) };
};
