import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { readableExtensions, servedMethods } from "@headwater/reader";
import { limits } from "@headwater/spec";
import type { FastifyBaseLogger } from "fastify";
import { createBuildLog } from "../adapters/build-log.ts";
import { openDataFolder } from "../adapters/filesystem/data-folder.ts";
import { openFilesystemBlobStore } from "../adapters/filesystem/filesystem-blob-store.ts";
import { openFilesystemHolding } from "../adapters/filesystem/filesystem-holding.ts";
import { createFilesystemSidecarStore } from "../adapters/filesystem/filesystem-sidecar-store.ts";
import { refuseUnusableFolder } from "../adapters/filesystem/restore-target.ts";
import { openStorageSpace } from "../adapters/filesystem/storage-space.ts";
import { writeTokenFile } from "../adapters/filesystem/token-file.ts";
import { createIndexMenderLog } from "../adapters/index-mender-log.ts";
import { openLanceChunkIndex } from "../adapters/lance/lance-chunk-index.ts";
import { createInProcessBuildEvents } from "../adapters/memory/in-process-build-events.ts";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { createStores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { readStoreId } from "../adapters/sql/store-id.ts";
import { createThreadPool, defaultThreadOptions } from "../adapters/threads/thread-pool.ts";
import {
  createThreadedReader,
  createThreadedRenderer,
  createThreadedTerms,
} from "../adapters/threads/threaded-documents.ts";
import { createAuthenticate } from "../auth/authenticate.ts";
import { ensureFirstProject } from "../auth/first-project.ts";
import { createManageTokens } from "../auth/manage-tokens.ts";
import { createBuildQueue, defaultQueueOptions } from "../builds/build-queue.ts";
import { clearLeftovers } from "../builds/clear-leftovers.ts";
import { createGetBuild } from "../builds/get-build.ts";
import { threadsFor } from "../builds/lane.ts";
import { createRunBuild } from "../builds/run-build.ts";
import { createScheduleBuild } from "../builds/schedule-build.ts";
import type { Settings } from "../config.ts";
import { createPageScreenshot } from "../elements/page-screenshot.ts";
import { createApp } from "../http/app.ts";
import { capabilitiesOf } from "../http/capabilities.ts";
import { createDrain, serviceStopping } from "../http/drain.ts";
import { listen } from "../http/listen.ts";
import { createMetrics } from "../http/metrics.ts";
import { registerOperating } from "../http/operating.ts";
import { createReadiness } from "../http/readiness.ts";
import type { Rooms } from "../http/rooms.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemTimer } from "../kernel/timer.ts";
import { createIndexVersion } from "../retrieval/index-version.ts";
import { openMendedIndex } from "../retrieval/open-mended-index.ts";
import { createAcquireFile } from "../sources/acquire/acquire-file.ts";
import { createAddFile } from "../sources/add-file.ts";
import { createDeleteSource } from "../sources/delete-source.ts";
import { createKeepSidecar, createNoteMethod } from "../sources/keep-sidecar.ts";
import { beginRun } from "./begin-run.ts";
import { reportLeftovers, startHousekeeping } from "./housekeeping.ts";
import { composeModels } from "./models.ts";
import { openOperationThreads } from "./operation-threads.ts";
import { markStore, proveStore } from "./prove-store.ts";
import { createRequestReaders, spec } from "./spec.ts";
import { threadRoomNames } from "./thread-rooms.ts";

export type Service = {
  /** Where it listens, as `http://host:port`. */
  address: string;
  /** Absolute path. */
  dataFolder: string;
  /** Where the first token is kept for local tools. */
  tokenPath: string;
  /** The first project's token, on a new data folder only. */
  newToken: string | null;
  /** Which models it works with, in one line. */
  models: string;
  /** Takes no more requests, gives running builds back to the queue, closes everything. */
  close(): Promise<void>;
};

/** The data folder's lock lets one process claim builds at a time; this is the name it claims them under. */
const worker = "folder";

const documentThread = new URL(
  import.meta.url.endsWith(".ts") ? "./document-thread.ts" : "./document-thread.mjs",
  import.meta.url,
);

/** How long requests that came before the service was told to stop may take, uploads among them; see `stopOnSignals`. */
const drainMs = 8_000;

/** The composition root: the only file that sees rooms and adapters together. */
export async function startService(settings: Settings, logger: FastifyBaseLogger): Promise<Service> {
  const closing: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closing.reverse()) await close();
  };
  try {
    return await compose(settings, logger, closing, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function compose(
  settings: Settings,
  logger: FastifyBaseLogger,
  closing: (() => Promise<unknown>)[],
  closeAll: () => Promise<void>,
): Promise<Service> {
  const clock = systemClock;
  const stopping = new AbortController();
  const cutOff = new AbortController();
  refuseUnusableFolder(settings.dataFolder);
  const folder = await openDataFolder(settings.dataFolder);
  closing.push(async () => folder.close());
  const storage = await openStorageSpace({
    folder: folder.root,
    reserveBytes: settings.diskReserveBytes,
    timer: systemTimer,
  });
  closing.push(async () => storage.close());
  await proveStore(folder);
  const run = await beginRun(folder, clock, logger);
  closing.push(run.end);
  const database = await openSqlite(folder.database, {
    onCopy: (copy) =>
      logger.warn({ copy }, "the tables are brought up to date; the database as it was is kept"),
  });
  closing.push(() => database.destroy(), run.stopChecking);
  const storeId = await readStoreId(database);
  await markStore(folder, storeId);
  const stores = createStores(database, clock);
  const newToken = await ensureFirstProject(
    { projects: stores.projects, clock, secret: settings.token },
    (secret) => writeTokenFile(folder.token, secret),
  );
  const blobs = await openFilesystemBlobStore(folder);
  const threads = { ...defaultThreadOptions, jobMs: settings.buildTimeoutMs };
  const readers = createThreadPool({ ...threads, size: threadsFor(settings.workers) }, documentThread);
  // Page pictures, and terms of what the index lacks, have a thread of their own each: they don't wait behind builds.
  const painters = createThreadPool({ ...threads, size: 1 }, documentThread);
  const termCutters = createThreadPool({ ...threads, size: 1 }, documentThread);
  closing.push(...[readers, painters, termCutters].map((pool) => () => pool.close()));
  const { index, mender, indexProgress } = openMendedIndex({
    ...stores,
    cutTerms: createThreadedTerms(termCutters),
    open: (onBackgroundFailure) => openLanceChunkIndex(folder.index, { onBackgroundFailure }),
    log: createIndexMenderLog(logger),
  });
  closing.push(
    () => index.close(),
    () => mender.stop(),
  );
  const sidecars = createFilesystemSidecarStore(folder.files);
  const holding = await openFilesystemHolding(folder, { storeId, clock });
  reportLeftovers(logger, await clearLeftovers({ ...stores, blobs, sidecars, holding, clock, worker }));

  const events = createInProcessBuildEvents();
  const metrics = createMetrics({ openBuilds: () => stores.builds.counts() });
  const queue = createBuildQueue(
    {
      builds: stores.builds,
      run: createRunBuild({
        ...stores,
        acquire: createAcquireFile(blobs),
        read: createThreadedReader(readers),
        index: createIndexVersion(index),
      }),
      events,
      clock,
      timer: systemTimer,
      mayBuild: () => !storage.isFull(),
      log: createBuildLog(logger, metrics.buildEnded),
    },
    { ...defaultQueueOptions, worker, workers: settings.workers },
  );
  const lock = createInProcessLock();
  const keepSidecar = createKeepSidecar({ ...stores, storeId, sidecars });
  const scheduleBuild = createScheduleBuild({
    ...stores,
    noteMethod: createNoteMethod({ keepSidecar, lock }),
    wake: queue.wake,
  });
  const pageScreenshot = createPageScreenshot({
    ...stores,
    blobs,
    renderer: createThreadedRenderer(painters, cutOff.signal),
  });
  const operations = openOperationThreads(folder.database, { search: index.search, pageScreenshot }, clock);
  closing.push(() => operations.close());
  const rooms = {
    addFile: createAddFile({
      blobs,
      keepSidecar,
      recordSource: scheduleBuild.recordSource,
      clock,
      lock,
      maxBytes: limits.maxFileBytes,
    }),
    listSources: stores.sources.list,
    findSourcesByName: stores.sources.findByName,
    deleteSource: createDeleteSource({
      ...stores,
      blobs,
      sidecars,
      keepSidecar,
      forget: index.removeFile,
      erase: createCheckpoint(database),
      lock,
    }),
    scheduleBuild,
    getBuild: createGetBuild({ ...stores, events }),
    pageScreenshot,
    manageTokens: createManageTokens({ ...stores, clock }),
  } satisfies Partial<Rooms>;
  const app = await createApp({
    rooms: {
      ...rooms,
      readiness: createReadiness({
        checks: {
          database: async () => void (await stores.projects.list()),
          files: () => access(folder.files, constants.W_OK),
        },
        indexProgress,
        capabilities: capabilitiesOf([...(Object.keys(rooms) as (keyof Rooms)[]), ...threadRoomNames]),
        methods: servedMethods,
        fileTypes: readableExtensions,
        storage,
        stopping: () => stopping.signal.aborted,
      }),
    },
    runOperation: operations.run,
    authenticate: createAuthenticate({ ...stores, clock }),
    readers: createRequestReaders(),
    logger,
    metrics: metrics.http,
    flowsDomain: settings.flowsDomain,
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    storage,
  });
  const drain = createDrain(app);
  const stopAnswering = async () => {
    stopping.abort();
    await drain.begin(drainMs);
    cutOff.abort(serviceStopping());
    await app.close();
  };
  closing.push(() => Promise.all([queue.stop(), stopAnswering()]));
  await registerOperating(app, { metrics, spec });
  const address = await listen(app, settings);
  mender.start();
  queue.start();
  closing.push(startHousekeeping({ ...stores, keepSidecar, lock, holding, clock, logger }));
  return {
    address,
    dataFolder: folder.root,
    tokenPath: folder.token,
    newToken,
    models: composeModels().description,
    close: closeAll,
  };
}
