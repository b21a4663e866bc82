import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Titles of conversations and their order in lists; answers that are repeated for the same key. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const conversations = () => schema.alterTable("conversations");
  await conversations().addColumn("title", "text").execute();
  await conversations()
    .addColumn("updated_at", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update conversations set updated_at = created_at`.execute(database);
  await schema
    .createIndex("conversations_latest")
    .on("conversations")
    .columns(["project_id", "updated_at", "conversation_id"])
    .execute();
  await schema.createIndex("conversations_by_age").on("conversations").column("updated_at").execute();

  await schema
    .createTable("kept_answers")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("turn_id", "text", (column) =>
      column.notNull().references("turns.turn_id").onDelete("cascade"),
    )
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("kept_answers_key", ["project_id", "idempotency_key"] as never)
    .execute();
  await schema.createIndex("kept_answers_of_turn").on("kept_answers").column("turn_id").execute();
  await schema.createIndex("kept_answers_by_age").on("kept_answers").column("created_at").execute();
};

export const keptAnswers: Migration = { up };
