import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Content } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { startRetention } from "../retention/start-retention.ts";
import type { KeepSidecar } from "../sources/keep-sidecar.ts";
import { createRemoveOriginal } from "../sources/remove-original.ts";
import type { OpenStores } from "./stores.ts";

/** What removes the things that projects keep for a limited time. */
export function composeRetention(
  { stores, blobs, erase }: OpenStores,
  {
    isAudited,
    logger,
    ...deps
  }: {
    keepSidecar: KeepSidecar;
    lock: ContentLock;
    forgetContent: (content: Content) => Promise<void>;
    isAudited: boolean;
    mayWork: () => boolean;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
  },
): ReturnType<typeof startRetention> {
  return startRetention({
    ...{ ...stores, ...deps, erase },
    removeOriginal: createRemoveOriginal({ ...stores, ...deps, blobs }),
    auditLog: isAudited ? stores.auditLog : null,
    onRemoved: (removed) => logger.info(removed, "what projects keep for a limited time was removed"),
    onFault: (error) =>
      logger.error({ err: error }, "what is too old could not be removed; it is tried again in an hour"),
  });
}
