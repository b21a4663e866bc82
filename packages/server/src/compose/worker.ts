import type { Sandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { createBuildLog } from "../adapters/build-log.ts";
import { createThreadPool } from "../adapters/threads/thread-pool.ts";
import { createThreadedReader } from "../adapters/threads/threaded-documents.ts";
import { type BuildQueue, createBuildQueue, defaultQueueOptions } from "../builds/build-queue.ts";
import { clearLeftovers } from "../builds/clear-leftovers.ts";
import { threadsFor } from "../builds/lane.ts";
import { observeReading } from "../builds/observe-reading.ts";
import { createRunBuild } from "../builds/run-build.ts";
import { hearFromElsewhere } from "../builds/shared-queue.ts";
import type { Settings } from "../config.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Observe } from "../kernel/observe.ts";
import type { Timer } from "../kernel/timer.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { PageBrowser } from "../ports/page-browser.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import type { CutTerms } from "../retrieval/words/cut-terms.ts";
import { readSetAside } from "../sources/acquire/read-set-aside.ts";
import type { Closing } from "./closing.ts";
import type { ReadingSettings } from "./document-reader.ts";
import { documentThread } from "./document-thread-entry.ts";
import { reportLeftovers } from "./housekeeping.ts";
import { nameReader } from "./name-reader.ts";
import type { Processes } from "./processes.ts";
import type { OpenStores } from "./stores.ts";
import { threadLimits } from "./thread-limits.ts";
import { composeAcquire } from "./web.ts";

/** A process that has the database for itself finds its own claims again under this name. In a fleet leases run out instead. */
const nameAlone = "folder";

/** What reads documents: the queue of builds and its threads. Begins to claim when it is started. */
export async function composeWorker(
  { stores, blobs, sidecars, holding, storage, downloads, move }: OpenStores,
  { signals, keeper, lock }: Processes,
  settings: Pick<
    Settings,
    "workers" | "buildTimeoutMs" | "pageTimeoutMs" | "reading" | "web" | "ocr" | "media" | "models"
  >,
  deps: {
    fetcher: WebFetcher;
    browser: PageBrowser | null;
    /** What keeps programs apart from the machine. */
    sandbox: Sandbox;
    /** Null without an embedding model. */
    embedding: BackgroundEmbedding | null;
    cutTerms: CutTerms;
    events: BuildEvents;
    observe: Observe;
    /** Where threads send what they observe. */
    observations: string;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
    closing: Closing;
  },
): Promise<BuildQueue> {
  const { clock, timer, logger, closing, events, fetcher, browser, embedding, observe, cutTerms } = deps;
  const threads = threadLimits(settings, logger);
  const { ocr, reading, media, models } = settings;
  const readingSettings: ReadingSettings = { ocr, reading, media, models, sandbox: deps.sandbox };
  const workerData = { ...readingSettings, observations: deps.observations };
  const readers = createThreadPool(
    { ...threads, size: threadsFor(settings.workers), workerData },
    documentThread,
  );
  // Beside uploads: neither waits for the other.
  const fetchedReaders = createThreadPool({ ...threads, size: 1, workerData }, documentThread);
  closing.push(
    () => readers.close(),
    () => fetchedReaders.close(),
  );
  const worker = signals ? newId() : nameAlone;
  const clear = async () =>
    reportLeftovers(
      logger,
      await clearLeftovers({
        ...{ ...stores, blobs, sidecars, holding, downloads, clock, lock, worker },
        isShared: signals !== null,
      }),
    );
  if (!signals) await clear();
  else
    keeper?.onChange((isKeeper) => {
      if (isKeeper)
        clear().catch((error: unknown) =>
          logger.error({ err: error }, "what crashes have left over could not be cleared away"),
        );
    });
  const queue = createBuildQueue(
    {
      builds: stores.builds,
      run: createRunBuild({
        ...stores,
        elements: observeCopies(stores.elements, observe),
        acquire: composeAcquire({
          ...{ downloads, fetcher, browser, settings: settings.web },
          blobs: readSetAside(blobs, holding),
        }),
        read: observeReading(createThreadedReader(readers), observe),
        readFetched: observeReading(createThreadedReader(fetchedReaders), observe),
        cutTerms,
        reader: await nameReader(readingSettings),
        lock,
        pageMs: settings.pageTimeoutMs,
        onActivated: async ({ projectId, fileId }, versionId) => {
          await embedding?.reuse(projectId, fileId, versionId);
          embedding?.wake(projectId, versionId);
        },
      }),
      events,
      clock,
      timer,
      mayBuild: () => !(storage.isFull() || move.isMoving()),
      forget: async (build) => {
        // Only what is fetched keeps downloads.
        if (build.lane === "web") await downloads.removeBuild(build);
      },
      log: createBuildLog(logger, (result) => observe({ kind: "build", result })),
    },
    { ...defaultQueueOptions, worker, workers: settings.workers },
  );
  if (signals) hearFromElsewhere(signals, queue);
  return queue;
}

/** Says whether what a build is to read was read already. */
const observeCopies = (elements: ElementStore, observe: Observe): ElementStore => ({
  ...elements,
  async findSame(document) {
    const same = await elements.findSame(document);
    observe({ kind: "lookup", cache: "read-documents", found: same !== null });
    return same;
  },
});
