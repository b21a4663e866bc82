import type { Kysely } from "kysely";
import type { ConversationOverview } from "../../answering/conversation-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { toInstant } from "./instants.ts";
import type { Database } from "./schema.ts";
import { readByIds } from "./slices.ts";
import { toTurn } from "./turn-row.ts";
import { visibleTurns } from "./visible-turns.ts";

type Row = Omit<Database["conversations"], "project_id">;

export const overviewColumns = ["conversation_id", "created_at", "updated_at", "title"] as const;

/** A first question that stands for the title is cut here, where titles end too. */
const maxTitle = 200;

/** Adds to conversations what is known from their turns. */
export const toOverviews = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  rows: Row[],
): Promise<ConversationOverview[]> => {
  const counts = await readByIds(
    rows.map((row) => row.conversation_id),
    (ids) =>
      visibleTurns(database, projectId)
        .select(({ fn }) => [
          "conversation_id",
          fn.countAll<number | string>().as("turns"),
          fn.min("ordinal").as("first"),
        ])
        .where("conversation_id", "in", ids)
        .groupBy("conversation_id")
        .execute(),
  );
  const countOf = new Map(counts.map((count) => [count.conversation_id, count]));
  const overviews: ConversationOverview[] = [];
  for (const row of rows) {
    const count = countOf.get(row.conversation_id);
    overviews.push({
      conversationId: row.conversation_id,
      title:
        row.title === null
          ? count
            ? await firstQuestion(database, projectId, row.conversation_id, Number(count.first))
            : null
          : (JSON.parse(row.title) as string),
      turnCount: Number(count?.turns ?? 0),
      createdAt: toInstant(row.created_at),
      updatedAt: toInstant(row.updated_at),
    });
  }
  return overviews;
};

const firstQuestion = async (
  database: Kysely<Database>,
  projectId: ProjectId,
  conversationId: string,
  ordinal: number,
): Promise<string | null> => {
  const row = await database
    .selectFrom("turns")
    .select("payload")
    .where("project_id", "=", projectId)
    .where("conversation_id", "=", conversationId)
    .where("ordinal", "=", ordinal)
    .executeTakeFirst();
  return row ? toTurn(row.payload).question.slice(0, maxTitle).toWellFormed() : null;
};
