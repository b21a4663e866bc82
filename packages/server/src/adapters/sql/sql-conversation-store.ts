import type { Kysely } from "kysely";
import type { ConversationStore } from "../../answering/conversation-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { offsetOf } from "../../kernel/page.ts";
import { createAppendTurn } from "./append-turn.ts";
import { overviewColumns, toOverviews } from "./conversation-overviews.ts";
import { toInstant, toText } from "./instants.ts";
import { removeConversation, removeOldConversations } from "./remove-conversation.ts";
import type { Database } from "./schema.ts";
import { toTurn } from "./turn-row.ts";
import { visibleTurns } from "./visible-turns.ts";

export const createSqlConversationStore = (database: Kysely<Database>): ConversationStore => {
  const conversation = (projectId: ProjectId, conversationId: string) =>
    database
      .selectFrom("conversations")
      .select(overviewColumns)
      .where("project_id", "=", projectId)
      .where("conversation_id", "=", conversationId)
      .executeTakeFirst();

  const overview = async (projectId: ProjectId, conversationId: string) => {
    const row = await conversation(projectId, conversationId);
    if (!row) return null;
    return (await toOverviews(database, projectId, [row]))[0] ?? null;
  };

  return {
    async turns(projectId, conversationId, latest) {
      if (!(await conversation(projectId, conversationId))) return null;
      const rows = await visibleTurns(database, projectId)
        .select("payload")
        .where("conversation_id", "=", conversationId)
        .orderBy("ordinal", "desc")
        .limit(latest)
        .execute();
      return rows.map((row) => toTurn(row.payload)).reverse();
    },

    append: createAppendTurn(database),

    async keptAnswer(projectId, key) {
      const row = await visibleTurns(database, projectId)
        .innerJoin("kept_answers", "kept_answers.turn_id", "turns.turn_id")
        .select(["kept_answers.fingerprint", "kept_answers.payload", "kept_answers.created_at"])
        .where("kept_answers.project_id", "=", projectId)
        .where("kept_answers.idempotency_key", "=", JSON.stringify(key))
        .executeTakeFirst();
      if (!row) return null;
      const { fingerprint, payload, created_at } = row;
      return { key, fingerprint, answer: JSON.parse(payload), keptAt: toInstant(created_at) };
    },

    async list(projectId, page) {
      const all = database.selectFrom("conversations").where("project_id", "=", projectId);
      const { total } = await all
        .select(({ fn }) => fn.countAll<number | string>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await all
        .select(overviewColumns)
        .orderBy("updated_at", "desc")
        .orderBy("conversation_id", "desc")
        .$if(page !== null, (query) => (page ? query.limit(page.size).offset(offsetOf(page)) : query))
        .execute();
      return { items: await toOverviews(database, projectId, rows), total: Number(total) };
    },

    async find(projectId, conversationId) {
      const found = await overview(projectId, conversationId);
      if (!found) return null;
      const rows = await visibleTurns(database, projectId)
        .select("payload")
        .where("conversation_id", "=", conversationId)
        .orderBy("ordinal")
        .execute();
      return { ...found, turns: rows.map((row) => toTurn(row.payload)) };
    },

    async rename(projectId, conversationId, title) {
      await database
        .updateTable("conversations")
        .set({ title: JSON.stringify(title) })
        .where("project_id", "=", projectId)
        .where("conversation_id", "=", conversationId)
        .execute();
      return overview(projectId, conversationId);
    },

    remove: (projectId, conversationId) => removeConversation(database, { projectId, conversationId }),
    removeOld: (before, projectId) => removeOldConversations(database, toText(before), projectId),

    async forgetKeptBefore(before) {
      await database.deleteFrom("kept_answers").where("created_at", "<", toText(before)).execute();
    },
  };
};
