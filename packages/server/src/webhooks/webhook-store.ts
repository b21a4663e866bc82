import type { ProjectId } from "../kernel/ids.ts";
import type { Delivery, SealedWebhook, Webhook } from "./webhook.ts";

export type ListedWebhook = Webhook & { waiting: number; dead: number; lastError: string | null };

/** Port: webhooks, and the events that they did not take. */
export type WebhookStore = {
  /** Adds a webhook that begins with the next event; its position. False when the project has as many as it may. */
  add(webhook: Omit<SealedWebhook, "position" | "disabled">): Promise<boolean>;
  /** Those of a project, oldest first. */
  list(projectId: ProjectId): Promise<ListedWebhook[]>;
  /** False when the project has no such webhook. */
  remove(projectId: ProjectId, webhookId: string): Promise<boolean>;
  /** Sends the events after a number again, also those that were given up, also when it was disabled. False as `remove`. */
  replay(projectId: ProjectId, webhookId: string, after: number): Promise<boolean>;
  /** Those that are not disabled, of all projects. */
  active(): Promise<SealedWebhook[]>;
  /** Events of a webhook that are to be tried again by now, in order. */
  due(webhookId: string, now: Date, limit: number): Promise<Delivery[]>;
  /** How many events of a webhook wait for another attempt. */
  waiting(webhookId: string): Promise<number>;
  /**
   * The next event was tried: `failed` when it was not taken. Nothing when the webhook is not at the position before it any more,
   * because it was removed or replays.
   */
  advance(webhookId: string, from: number, to: number, failed: Delivery | null): Promise<boolean>;
  /** An event was tried again. Null: it was taken. Nothing when the webhook replays it from the feed meanwhile. */
  settle(webhookId: string, number: number, outcome: Delivery | null): Promise<void>;
  disable(webhookId: string, reason: string): Promise<void>;
};
