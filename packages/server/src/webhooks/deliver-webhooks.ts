import type { ProjectEvent } from "../events/event.ts";
import type { EventStore } from "../events/event-store.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import { WebFetchError, type WebFetcher } from "../ports/web-fetcher.ts";
import type { Seal } from "./seal.ts";
import { signedHeaders } from "./sign.ts";
import { type Delivery, maxWaiting, type SealedWebhook } from "./webhook.ts";
import type { WebhookStore } from "./webhook-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The pauses between the attempts of one event, in ms: together a day. After the last one the event is given up. */
export const retryMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 6 * hourMs, 10 * hourMs];
const lookEveryMs = 1_000;
/** How long a receiver may take, in ms. */
const attemptMs = 15_000;
/** Webhooks that are worked on at a time. */
const maxLanes = 8;
const batchSize = 50;

export type DeliverWebhooks = {
  /** Sends what is to be sent now. Resolves when each webhook has taken what there was, or failed. */
  look(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Sends events to the webhooks, in order. An event that is not taken waits beside the feed for its next attempt, and later events
 * go on. At least once: a process that ends between the answer and the note of it sends the event again, with the same id.
 */
export function startDeliveringWebhooks(deps: {
  webhooks: WebhookStore;
  projectEvents: Pick<EventStore, "after">;
  fetcher: Pick<WebFetcher, "fetch">;
  /** Null without HEADWATER_WEBHOOK_KEY: nothing can be signed. */
  seal: Seal | null;
  present: (event: ProjectEvent) => object;
  /** One process delivers for all; none while the store is being moved, because what was sent could not be noted. */
  mayDeliver: () => boolean;
  clock: Clock;
  timer: Timer;
  warn: (facts: object, message: string) => void;
}): DeliverWebhooks {
  const { webhooks, projectEvents, seal, clock, warn } = deps;
  const stopping = new AbortController();
  const lanes = new Map<string, Promise<void>>();
  /** What the log has said already. */
  const said = new Set<string>();
  let looking: Promise<void> | null = null;

  const warnOnce = (key: string, facts: object, message: string) => {
    if (said.has(key)) return;
    said.add(key);
    warn(facts, message);
  };

  const send = async (
    webhook: SealedWebhook,
    secret: string,
    event: ProjectEvent,
  ): Promise<string | null> => {
    const body = JSON.stringify(deps.present(event));
    const headers = signedHeaders(secret, `evt_${event.projectId}_${event.number}`, clock.now(), body);
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptMs)]);
    try {
      const status = await deps.fetcher.fetch(
        { url: webhook.url, signal, json: body, headers },
        async (response) => response.status,
      );
      if (status === 410) await webhooks.disable(webhook.webhookId, "its receiver answered 410 Gone");
      return status >= 200 && status < 300 ? null : `it answered ${status}`;
    } catch (error) {
      stopping.signal.throwIfAborted();
      if (signal.aborted) return `it took longer than ${attemptMs / 1000} seconds`;
      if (error instanceof WebFetchError) return error.message;
      throw error;
    }
  };

  const failure = (number: number, attempts: number, error: string): Delivery => {
    const pause = retryMs[attempts - 1];
    return {
      number,
      attempts,
      error,
      dueAt: pause === undefined ? null : new Date(clock.now().getTime() + pause),
    };
  };

  const goesOn = () => !stopping.signal.aborted && deps.mayDeliver();

  const retry = async (webhook: SealedWebhook, secret: string) => {
    const { webhookId, projectId } = webhook;
    for (const { number, attempts } of await webhooks.due(webhookId, clock.now(), batchSize)) {
      if (!goesOn()) return;
      const [event] = await projectEvents.after(projectId, number - 1, 1);
      const error =
        event?.number === number ? await send(webhook, secret, event) : "the event is not kept any more";
      const gone = event?.number !== number;
      const next = failure(number, attempts + 1, error ?? "");
      await webhooks.settle(
        webhookId,
        number,
        error === null ? null : gone ? { ...next, dueAt: null } : next,
      );
    }
  };

  /** Sends what is new, until one is not taken. */
  const advance = async (webhook: SealedWebhook, secret: string) => {
    const { webhookId, projectId, types } = webhook;
    let { position } = webhook;
    if ((await webhooks.waiting(webhookId)) >= maxWaiting)
      return warnOnce(
        `full ${webhookId}`,
        { webhookId },
        "a webhook has not taken so many events that later ones wait until it does",
      );
    for (const event of await projectEvents.after(projectId, position, batchSize)) {
      if (!goesOn()) return;
      if (event.number !== position + 1)
        warn({ webhookId, from: position + 1, to: event.number - 1 }, "a webhook was too late for events");
      const isWanted = types === null || types.includes(event.type);
      const error = isWanted ? await send(webhook, secret, event) : null;
      const failed = error === null ? null : failure(event.number, 1, error);
      if (!(await webhooks.advance(webhookId, position, event.number, failed)) || failed) return;
      position = event.number;
    }
  };

  const work = async (webhook: SealedWebhook) => {
    const { webhookId, secret } = webhook;
    if (seal === null)
      return warnOnce(
        "key",
        {},
        "there are webhooks, and HEADWATER_WEBHOOK_KEY is not set: no event is sent",
      );
    let opened: string;
    try {
      opened = seal.open(secret, webhookId);
    } catch {
      return warnOnce(
        webhookId,
        { webhookId },
        "a webhook was added with another HEADWATER_WEBHOOK_KEY: no event is sent to it. Set the key as it was, or add the webhook again",
      );
    }
    await retry(webhook, opened);
    await advance(webhook, opened);
  };

  const begin = async () => {
    if (!goesOn()) return;
    for (const webhook of await webhooks.active()) {
      if (lanes.size >= maxLanes) return;
      const { webhookId } = webhook;
      if (lanes.has(webhookId)) continue;
      const lane = work(webhook)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted)
            warn({ err: error, webhookId }, "events could not be sent to a webhook");
        })
        .finally(() => lanes.delete(webhookId));
      lanes.set(webhookId, lane);
    }
  };

  const look = async () => {
    looking ??= begin()
      .catch((error: unknown) => warn({ err: error }, "webhooks could not be looked up; it is tried again"))
      .finally(() => {
        looking = null;
      });
    await looking;
    await Promise.all(lanes.values());
  };
  const stop = deps.timer.every(lookEveryMs, () => void look());
  return {
    look,
    async close() {
      stop();
      stopping.abort();
      await look();
    },
  };
}
