import type { Kysely, Transaction } from "kysely";
import { type Delivery, maxDead, maxWebhooks, type SealedWebhook } from "../../webhooks/webhook.ts";
import type { WebhookStore } from "../../webhooks/webhook-store.ts";
import { toInstant, toText } from "./instants.ts";
import { numberInTurn } from "./number-in-turn.ts";
import type { Database } from "./schema.ts";

export const createSqlWebhookStore = (database: Kysely<Database>): WebhookStore => ({
  add: (webhook) =>
    database.transaction().execute(async (transaction) => {
      const { projectId } = webhook;
      await numberInTurn(transaction, "webhooks", [projectId]);
      const { count } = await transaction
        .selectFrom("webhooks")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("project_id", "=", projectId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= maxWebhooks) return false;
      const numbers = await transaction
        .selectFrom("event_numbers")
        .select("latest")
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      await transaction
        .insertInto("webhooks")
        .values({
          webhook_id: webhook.webhookId,
          project_id: projectId,
          url: webhook.url,
          types: webhook.types && JSON.stringify(webhook.types),
          secret: webhook.secret,
          position: Number(numbers?.latest ?? 0),
          created_at: toText(webhook.createdAt),
          disabled: null,
        })
        .execute();
      return true;
    }),

  async list(projectId) {
    const rows = await database
      .selectFrom("webhooks")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("created_at")
      .orderBy("webhook_id")
      .execute();
    return Promise.all(
      rows.map(async (row) => {
        const { secret: _, ...webhook } = toWebhook(row);
        const ofWebhook = database.selectFrom("webhook_deliveries").where("webhook_id", "=", row.webhook_id);
        const { all, waiting } = await ofWebhook
          .select(({ fn }) => [fn.countAll().as("all"), fn.count("due_at").as("waiting")])
          .executeTakeFirstOrThrow();
        const last = await ofWebhook.select("error").orderBy("number", "desc").limit(1).executeTakeFirst();
        const dead = Number(all) - Number(waiting);
        return { ...webhook, waiting: Number(waiting), dead, lastError: last?.error ?? null };
      }),
    );
  },

  async remove(projectId, webhookId) {
    const { numDeletedRows } = await database
      .deleteFrom("webhooks")
      .where("webhook_id", "=", webhookId)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  replay: (projectId, webhookId, after) =>
    database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("webhooks")
        .set({ position: after, disabled: null })
        .where("webhook_id", "=", webhookId)
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      await transaction
        .deleteFrom("webhook_deliveries")
        .where("webhook_id", "=", webhookId)
        .where("number", ">", after)
        .execute();
      return numUpdatedRows > 0n;
    }),

  async active() {
    const rows = await database
      .selectFrom("webhooks")
      .selectAll()
      .where("disabled", "is", null)
      .orderBy("webhook_id")
      .execute();
    return rows.map(toWebhook);
  },

  async due(webhookId, now, limit) {
    const rows = await database
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", webhookId)
      .where("due_at", "<=", toText(now))
      .orderBy("number")
      .limit(limit)
      .execute();
    return rows.map(({ number, attempts, due_at, error }) => ({
      number: Number(number),
      attempts,
      dueAt: due_at === null ? null : toInstant(due_at),
      error,
    }));
  },

  async waiting(webhookId) {
    const { waiting } = await database
      .selectFrom("webhook_deliveries")
      .select(({ fn }) => fn.count("due_at").as("waiting"))
      .where("webhook_id", "=", webhookId)
      .executeTakeFirstOrThrow();
    return Number(waiting);
  },

  advance: (webhookId, from, to, failed) =>
    database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("webhooks")
        .set({ position: to })
        .where("webhook_id", "=", webhookId)
        .where("position", "=", from)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (failed)
        await transaction.insertInto("webhook_deliveries").values(toRow(webhookId, failed)).execute();
      return true;
    }),

  settle: (webhookId, number, outcome) =>
    database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("webhook_deliveries")
        .where("webhook_id", "=", webhookId)
        .where("number", "=", number)
        .executeTakeFirst();
      if (outcome === null || numDeletedRows === 0n) return;
      await transaction.insertInto("webhook_deliveries").values(toRow(webhookId, outcome)).execute();
      if (outcome.dueAt === null) await forgetOldestDead(transaction, webhookId);
    }),

  async disable(webhookId, reason) {
    await database
      .updateTable("webhooks")
      .set({ disabled: reason })
      .where("webhook_id", "=", webhookId)
      .execute();
  },
});

async function forgetOldestDead(transaction: Transaction<Database>, webhookId: string): Promise<void> {
  const dead = transaction
    .selectFrom("webhook_deliveries")
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is", null);
  const oldest = await dead
    .select("number")
    .orderBy("number", "desc")
    .offset(maxDead)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await transaction
      .deleteFrom("webhook_deliveries")
      .where("webhook_id", "=", webhookId)
      .where("due_at", "is", null)
      .where("number", "<=", oldest.number)
      .execute();
}

const toWebhook = (row: Database["webhooks"]): SealedWebhook => ({
  webhookId: row.webhook_id,
  projectId: row.project_id,
  url: row.url,
  types: row.types === null ? null : JSON.parse(row.types),
  secret: row.secret,
  position: Number(row.position),
  createdAt: toInstant(row.created_at),
  disabled: row.disabled,
});

const toRow = (webhookId: string, { number, attempts, dueAt, error }: Delivery) => ({
  webhook_id: webhookId,
  number,
  attempts,
  due_at: dueAt && toText(dueAt),
  error,
});
