import type { FastifyBaseLogger } from "fastify";
import { createBuildLog } from "../adapters/build-log.ts";
import { createIndexMenderLog } from "../adapters/index-mender-log.ts";
import { openLanceChunkIndex } from "../adapters/lance/lance-chunk-index.ts";
import { createThreadPool, defaultThreadOptions } from "../adapters/threads/thread-pool.ts";
import { createThreadedReader } from "../adapters/threads/threaded-documents.ts";
import { type BuildQueue, createBuildQueue, defaultQueueOptions } from "../builds/build-queue.ts";
import { clearLeftovers } from "../builds/clear-leftovers.ts";
import { threadsFor } from "../builds/lane.ts";
import { createRunBuild } from "../builds/run-build.ts";
import type { Settings } from "../config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import { createIndexVersion } from "../retrieval/index-elements.ts";
import type { IndexProgress } from "../retrieval/index-gaps.ts";
import { openMendedIndex } from "../retrieval/open-mended-index.ts";
import type { Closing } from "./closing.ts";
import { reportLeftovers } from "./housekeeping.ts";
import type { OpenStores } from "./stores.ts";

/** What reads documents and keeps the search index: one of these over a data folder. */
export type Worker = {
  index: ChunkIndex;
  indexProgress: () => IndexProgress;
  queue: BuildQueue;
  /** Begins to claim builds and to mend the index. */
  start(): void;
};

/** The data folder's lock lets one process claim builds at a time; this is the name it claims them under. */
const name = "folder";

export async function composeWorker(
  { folder, stores, blobs, sidecars, holding, storage }: OpenStores,
  settings: Pick<Settings, "workers" | "buildTimeoutMs">,
  deps: {
    events: BuildEvents;
    onBuildEnded: (result: string) => void;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
    closing: Closing;
  },
): Promise<Worker> {
  const { clock, timer, logger, closing, events } = deps;
  const { index, mender, indexProgress } = openMendedIndex({
    ...stores,
    open: (onBackgroundFailure) => openLanceChunkIndex(folder.index, { onBackgroundFailure }),
    log: createIndexMenderLog(logger),
  });
  closing.push(
    () => index.close(),
    () => mender.stop(),
  );
  reportLeftovers(logger, await clearLeftovers({ ...stores, blobs, sidecars, holding, clock, worker: name }));
  const readers = createThreadPool({
    ...defaultThreadOptions,
    jobMs: settings.buildTimeoutMs,
    size: threadsFor(settings.workers),
  });
  closing.push(() => readers.close());
  const queue = createBuildQueue(
    {
      builds: stores.builds,
      run: createRunBuild({
        ...stores,
        blobs,
        index: createIndexVersion(index),
        read: createThreadedReader(readers),
      }),
      events,
      clock,
      timer,
      mayBuild: () => !storage.isFull(),
      log: createBuildLog(logger, deps.onBuildEnded),
    },
    { ...defaultQueueOptions, worker: name, workers: settings.workers },
  );
  return {
    index,
    indexProgress,
    queue,
    start() {
      mender.start();
      queue.start();
    },
  };
}
