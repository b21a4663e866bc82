import type { Sandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { createBuildLog } from "../adapters/build-log.ts";
import { removeOldIndex } from "../adapters/filesystem/old-index.ts";
import { createIndexLog } from "../adapters/index-log.ts";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import { createThreadPool, defaultThreadOptions } from "../adapters/threads/thread-pool.ts";
import { createThreadedReader, createThreadedTerms } from "../adapters/threads/threaded-documents.ts";
import { createThreadedWords } from "../adapters/words/threaded-words.ts";
import { type BuildQueue, createBuildQueue, defaultQueueOptions } from "../builds/build-queue.ts";
import { clearLeftovers } from "../builds/clear-leftovers.ts";
import { threadsFor } from "../builds/lane.ts";
import { observeReading } from "../builds/observe-reading.ts";
import { createRunBuild } from "../builds/run-build.ts";
import type { Settings } from "../config.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Observe } from "../kernel/observe.ts";
import type { Timer } from "../kernel/timer.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { PageBrowser } from "../ports/page-browser.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import { createBackgroundIndexing } from "../retrieval/words/background-indexing.ts";
import type { IndexProgress } from "../retrieval/words/index-progress.ts";
import type { Closing } from "./closing.ts";
import type { ReadingSettings } from "./document-reader.ts";
import { documentThread } from "./document-thread-entry.ts";
import { reportLeftovers } from "./housekeeping.ts";
import { nameReader } from "./name-reader.ts";
import type { OpenStores } from "./stores.ts";
import { threadEntry } from "./thread-entry.ts";
import { composeAcquire } from "./web.ts";
import type { WordThreadData } from "./word-thread.ts";

/** What reads documents and keeps the search index: one of these over a data folder. */
export type Worker = {
  index: ChunkIndex;
  indexProgress: () => IndexProgress;
  queue: BuildQueue;
  /** Begins to claim builds, and to index what the words' index lacks. */
  start(): void;
};

/** The data folder's lock lets one process claim builds at a time; this is the name it claims them under. */
const name = "folder";

export async function composeWorker(
  { folder, database, stores, blobs, sidecars, holding, storage, downloads }: OpenStores,
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
    events: BuildEvents;
    observe: Observe;
    /** Where threads send what they observe. */
    observations: string;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
    closing: Closing;
  },
): Promise<Worker> {
  const { clock, timer, logger, closing, events, fetcher, browser, embedding, observe } = deps;
  const threads = {
    ...defaultThreadOptions,
    jobMs: settings.buildTimeoutMs,
    onPrinted: (text: string) => logger.debug({ text }, "a library printed this while it read a document"),
  };
  const { ocr, reading, media, models } = settings;
  const readingSettings: ReadingSettings = { ocr, reading, media, models, sandbox: deps.sandbox };
  const workerData = { ...readingSettings, observations: deps.observations };
  const readers = createThreadPool(
    { ...threads, size: threadsFor(settings.workers), workerData },
    documentThread,
  );
  // Beside uploads: neither waits for the other.
  const fetchedReaders = createThreadPool({ ...threads, size: 1, workerData }, documentThread);
  // Terms of what the index lacks have a thread of their own: a search never waits behind a build.
  const termCutters = createThreadPool({ ...threads, size: 1 }, documentThread);
  closing.push(
    () => readers.close(),
    () => fetchedReaders.close(),
    () => termCutters.close(),
  );
  const cutTerms = createThreadedTerms(termCutters);
  const log = createIndexLog(logger);
  const words = createThreadedWords(threadEntry("word"), { database } satisfies WordThreadData, log.warned);
  const indexing = createBackgroundIndexing({
    ...{ ...stores, index: words, cutTerms, log, timer },
    onWhole: async () => {
      const left = await removeOldIndex(folder.root);
      if (left !== null) log.warned(null, left);
    },
  });
  closing.push(
    () => words.close(),
    () => indexing.stop(),
  );
  reportLeftovers(
    logger,
    await clearLeftovers({ ...stores, blobs, sidecars, holding, downloads, clock, worker: name }),
  );
  const queue = createBuildQueue(
    {
      builds: stores.builds,
      run: createRunBuild({
        ...stores,
        elements: observeCopies(stores.elements, observe),
        acquire: composeAcquire({ blobs, downloads, fetcher, browser, settings: settings.web, clock }),
        read: observeReading(createThreadedReader(readers), observe),
        readFetched: observeReading(createThreadedReader(fetchedReaders), observe),
        cutTerms,
        reader: await nameReader(readingSettings),
        lock: createInProcessLock(),
        pageMs: settings.pageTimeoutMs,
        onActivated: async ({ projectId, fileId }, versionId) => {
          await embedding?.reuse(projectId, fileId, versionId);
          embedding?.wake(projectId, versionId);
        },
      }),
      events,
      clock,
      timer,
      mayBuild: () => !storage.isFull(),
      forget: downloads.removeBuild,
      log: createBuildLog(logger, (result) => observe({ kind: "build", result })),
    },
    { ...defaultQueueOptions, worker: name, workers: settings.workers },
  );
  return {
    index: indexing.index,
    indexProgress: indexing.progress,
    queue,
    start() {
      indexing.start();
      queue.start();
    },
  };
}

/** Tells whether what a build is to read was read already. */
const observeCopies = (elements: ElementStore, observe: Observe): ElementStore => ({
  ...elements,
  async findSame(document) {
    const same = await elements.findSame(document);
    observe({ kind: "lookup", cache: "read-documents", found: same !== null });
    return same;
  },
});
