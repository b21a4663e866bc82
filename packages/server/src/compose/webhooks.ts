import type { FastifyBaseLogger } from "fastify";
import { presentEvent } from "../http/present/event.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import { startDeliveringWebhooks } from "../webhooks/deliver-webhooks.ts";
import type { Seal } from "../webhooks/seal.ts";
import type { Processes } from "./processes.ts";
import type { OpenStores } from "./stores.ts";

/** Sends events to webhooks from the keeper, except while the store is moved. Answers how to stop. */
export function deliverWebhooks(
  { stores, move }: OpenStores,
  {
    keeper,
    logger,
    ...deps
  }: {
    keeper: NonNullable<Processes["keeper"]>;
    seal: Seal | null;
    fetcher: WebFetcher;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
  },
): () => Promise<void> {
  const delivering = startDeliveringWebhooks({
    ...{ ...stores, ...deps },
    mayDeliver: () => keeper.isKeeper() && !move.isMoving(),
    present: presentEvent,
    warn: (facts, message) => logger.warn(facts, message),
  });
  return delivering.close;
}
