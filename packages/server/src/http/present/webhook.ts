import type { Webhook } from "@headwater/spec";
import type { ListedWebhook } from "../../webhooks/webhook-store.ts";

export const presentWebhook = (webhook: ListedWebhook): Webhook => ({
  webhook_id: webhook.webhookId,
  url: webhook.url,
  types: webhook.types,
  created_at: webhook.createdAt.toISOString(),
  last_event_id: String(webhook.position),
  waiting: webhook.waiting,
  dead: webhook.dead,
  last_error: webhook.lastError,
  disabled: webhook.disabled,
});
