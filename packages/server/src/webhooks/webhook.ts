import type { EventType } from "@headwater/spec";
import type { ProjectId } from "../kernel/ids.ts";

/** An address that gets the events of a project. */
export type Webhook = {
  webhookId: string;
  projectId: ProjectId;
  url: string;
  /** Null: all of them. */
  types: EventType[] | null;
  /** The number of the last event that was tried, or left out because of its type. */
  position: number;
  createdAt: Date;
  /** Why nothing is sent any more; null while it is sent. */
  disabled: string | null;
};

/** The secret that signs, encrypted. */
export type SealedWebhook = Webhook & { secret: string };

/** An event that its webhook did not take. `dueAt`: when it is tried again; null: it was given up. */
export type Delivery = { number: number; attempts: number; dueAt: Date | null; error: string };

/** How many webhooks a project may have. */
export const maxWebhooks = 20;
/** How many events of a webhook wait for another attempt. With more, later events wait in the feed. */
export const maxWaiting = 1_000;
/** How many events that were given up are kept of a webhook. */
export const maxDead = 1_000;
