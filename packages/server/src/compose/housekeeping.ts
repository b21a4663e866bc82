import type { FastifyBaseLogger } from "fastify";
import type { ConversationStore } from "../answering/conversation-store.ts";
import { expireConversations } from "../answering/expire-conversations.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { holdingDays, type Leftovers } from "../builds/clear-leftovers.ts";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import { eventDays } from "../events/event.ts";
import type { EventStore } from "../events/event-store.ts";
import type { FlowStore } from "../flows/flow/flow-store.ts";
import { expireRuns } from "../flows/run/expire-runs.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { Held, Holding } from "../ports/holding.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import type { KeepSidecar } from "../sources/keep-sidecar.ts";
import { mendSidecars } from "../sources/mend-sidecars.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { daysBefore } from "../usage/day.ts";
import type { UsageStore } from "../usage/usage-store.ts";

const dayMs = 86_400_000;

/** What adds a set of chunks has long ended after this time, or was killed. */
const unfinishedSetMs = 3_600_000;

/** Days that counts of usage are kept. */
const usageDays = 400;

/** Places named in one line of the log. */
const maxNamed = 20;

/**
 * Work beside the service: sidecars are mended once; the holding folder is swept, and old conversations, old runs of flows
 * old events, old counts of usage and sets of chunks that never became whole are deleted, once a day. Answers how to end it.
 */
export function startHousekeeping(deps: {
  sources: SourceStore;
  sidecars: SidecarStore;
  keepSidecar: KeepSidecar;
  lock: ContentLock;
  holding: Holding;
  conversations: ConversationStore;
  flows: FlowStore;
  chunks: ChunkStore;
  /** Days after its latest question when a conversation is deleted; 0 for never. */
  conversationDays: number;
  auditLog: Pick<AuditLog, "expire">;
  usage: Pick<UsageStore, "expire">;
  projectEvents: Pick<EventStore, "expire">;
  audit: { days: number };
  erase: () => Promise<void>;
  clock: Clock;
  logger: FastifyBaseLogger;
}): () => Promise<void> {
  const stopping = new AbortController();
  const mending = mendSidecars(deps, stopping.signal).catch((error: unknown) =>
    deps.logger.error(
      { err: error },
      "sidecars of stored files could not be written; the next start tries again",
    ),
  );
  const sweep = async () => {
    const before = new Date(deps.clock.now().getTime() - holdingDays * dayMs);
    reportSwept(deps.logger, await deps.holding.sweep(before));
  };
  const expire = async () => {
    await deps.chunks.clearUnfinishedSets(new Date(deps.clock.now().getTime() - unfinishedSetMs));
    const { days } = deps.audit;
    if (days > 0) await deps.auditLog.expire(new Date(deps.clock.now().getTime() - days * dayMs));
    await deps.usage.expire(daysBefore(deps.clock.now(), usageDays));
    await deps.projectEvents.expire(new Date(deps.clock.now().getTime() - eventDays * dayMs));
    const runs = await expireRuns(deps);
    const conversations = await expireConversations(deps, deps.conversationDays);
    if (runs + conversations === 0) return;
    await deps.erase();
    if (runs > 0) deps.logger.info({ count: runs }, "old runs of flows were deleted");
    if (conversations > 0)
      deps.logger.info({ count: conversations }, "conversations without a new question were deleted");
  };
  const expireOrTell = () =>
    expire().catch((error: unknown) =>
      deps.logger.error(
        { err: error },
        "old conversations and runs could not be deleted; tomorrow it is tried again",
      ),
    );
  let expiring = expireOrTell();
  let sweeping = Promise.resolve();
  const daily = setInterval(() => {
    expiring = expireOrTell();
    sweeping = sweep().catch((error: unknown) =>
      deps.logger.error({ err: error }, "the holding folder could not be swept; tomorrow it is tried again"),
    );
  }, dayMs);
  daily.unref();
  return async () => {
    clearInterval(daily);
    stopping.abort();
    await Promise.all([mending, sweeping, expiring]);
  };
}

/** Names what the start moved or removed of stored files. */
export function reportLeftovers(logger: FastifyBaseLogger, { setAside, putBack, swept }: Leftovers): void {
  if (setAside.length > 0) {
    const text = `stored files that no source uses were set aside; they are kept for ${holdingDays} days`;
    logger.warn(placesOf(setAside), text);
  }
  if (putBack.length > 0) logger.warn(placesOf(putBack), "files that were set aside are in use again");
  reportSwept(logger, swept);
}

function reportSwept(logger: FastifyBaseLogger, swept: Held[]): void {
  if (swept.length > 0)
    logger.warn(placesOf(swept), `files set aside more than ${holdingDays} days ago were removed`);
}

const placesOf = (held: Held[]) => ({
  count: held.length,
  places: held.slice(0, maxNamed).map(({ place }) => place),
});
