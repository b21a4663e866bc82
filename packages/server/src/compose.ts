import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { limits } from "@headwater/spec";
import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import sourcesSpec from "@headwater/spec/sources.json" with { type: "json" };
import type { FastifyBaseLogger } from "fastify";
import { createBuildLog } from "./adapters/build-log.ts";
import { createExtractiveAnswerer } from "./adapters/builtin/extractive-answerer.ts";
import { createRuleBasedExtractor } from "./adapters/builtin/rule-based-extractor.ts";
import { openDataFolder } from "./adapters/filesystem/data-folder.ts";
import { openFilesystemBlobStore } from "./adapters/filesystem/filesystem-blob-store.ts";
import { refuseUnusableFolder } from "./adapters/filesystem/restore-target.ts";
import { writeTokenFile } from "./adapters/filesystem/token-file.ts";
import { openLanceChunkIndex } from "./adapters/lance/lance-chunk-index.ts";
import { createStores } from "./adapters/sql/create-stores.ts";
import { openSqlite } from "./adapters/sql/open-database.ts";
import { createThreadPool, defaultThreadOptions } from "./adapters/threads/thread-pool.ts";
import { createThreadedReader, createThreadedRenderer } from "./adapters/threads/threaded-documents.ts";
import { createAsk } from "./answering/ask.ts";
import { createPageImages } from "./answering/citation-images.ts";
import { createFindNamedSources } from "./answering/named-sources.ts";
import { createAuthenticate } from "./auth/authenticate.ts";
import { ensureFirstProject } from "./auth/first-project.ts";
import { createBuildQueue, defaultQueueOptions } from "./builds/build-queue.ts";
import { clearLeftovers } from "./builds/clear-leftovers.ts";
import { createGetBuild } from "./builds/get-build.ts";
import { createRunBuild } from "./builds/run-build.ts";
import { createScheduleBuild } from "./builds/schedule-build.ts";
import { createSettledBuilds } from "./builds/settled.ts";
import { beginRun } from "./compose/begin-run.ts";
import type { Settings } from "./config.ts";
import { createListElements } from "./elements/list-elements.ts";
import { createPageScreenshot } from "./elements/page-screenshot.ts";
import { servedMethods } from "./elements/partition/served-methods.ts";
import { createExtract } from "./extraction/extract.ts";
import { createApp } from "./http/app.ts";
import { listen } from "./http/listen.ts";
import { createMetrics } from "./http/metrics.ts";
import { registerOperating } from "./http/operating.ts";
import { createReadiness } from "./http/readiness.ts";
import type { SpecDocument } from "./http/request-schema.ts";
import { systemClock } from "./kernel/clock.ts";
import { createKeyedLock } from "./kernel/keyed-lock.ts";
import { createIndexVersion } from "./retrieval/index-elements.ts";
import { reconcileIndex } from "./retrieval/reconcile-index.ts";
import { createRetrieve } from "./retrieval/retrieve.ts";
import { createAddFile } from "./sources/add-file.ts";
import { createDeleteSource } from "./sources/delete-source.ts";
import { servedExtensions } from "./sources/file-types.ts";
import { createResolveFiles } from "./sources/resolve-files.ts";

export type Service = {
  /** Where it listens, as `http://host:port`. */
  address: string;
  /** Absolute path. */
  dataFolder: string;
  /** Where the first token is kept for local tools. */
  tokenPath: string;
  /** The first project's token, on a new data folder only. */
  newToken: string | null;
  /** Takes no more requests, gives running builds back to the queue, closes everything. */
  close(): Promise<void>;
};

const spec = {
  sources: sourcesSpec as unknown as SpecDocument,
  flows: flowsSpec as unknown as SpecDocument,
};

/** What this installation can do beyond storing and finding; the demo shows a control only for what stands here. */
const capabilities = ["ask", "ask-stream", "extract", "retrieve", "screenshots"];

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
  refuseUnusableFolder(settings.dataFolder);
  const folder = await openDataFolder(settings.dataFolder);
  closing.push(async () => folder.close());
  const run = await beginRun(folder, clock, logger);
  closing.push(run.end);
  const database = await openSqlite(folder.database);
  closing.push(() => database.destroy(), run.stopChecking);
  const stores = createStores(database, clock);
  const newToken = await ensureFirstProject(
    { projects: stores.projects, clock, secret: settings.token },
    (secret) => writeTokenFile(folder.token, secret),
  );
  const blobs = await openFilesystemBlobStore(folder);
  const index = await openLanceChunkIndex(folder.index);
  closing.push(() => index.close());
  await clearLeftovers({ ...stores, blobs });
  const mended = await reconcileIndex({ index, ...stores });
  if (mended.restoredVersions + mended.removedVersions > 0)
    logger.warn(mended, "the search index was mended");

  const threads = { ...defaultThreadOptions, jobMs: settings.buildTimeoutMs };
  const readers = createThreadPool({ ...threads, size: settings.workers });
  // Page pictures have a thread of their own: they don't wait behind builds.
  const painters = createThreadPool({ ...threads, size: 1 });
  closing.push(
    () => readers.close(),
    () => painters.close(),
  );

  const settled = createSettledBuilds();
  const metrics = createMetrics({ openBuilds: () => stores.builds.counts() });
  const indexVersion = createIndexVersion(index);
  const queue = createBuildQueue(
    {
      builds: stores.builds,
      run: createRunBuild({ ...stores, blobs, index: indexVersion, read: createThreadedReader(readers) }),
      settled,
      clock,
      log: createBuildLog(logger, metrics.buildEnded),
    },
    { ...defaultQueueOptions, concurrency: settings.workers },
  );
  const scheduleBuild = createScheduleBuild({ ...stores, wake: queue.wake });
  const lock = createKeyedLock();
  const retrieve = createRetrieve({ index, ...stores });
  const pageScreenshot = createPageScreenshot({
    ...stores,
    blobs,
    renderer: createThreadedRenderer(painters, stopping.signal),
  });
  const extractor = createRuleBasedExtractor();

  const app = await createApp({
    rooms: {
      addFile: createAddFile({
        blobs,
        recordSource: scheduleBuild.recordSource,
        clock,
        lock,
        maxBytes: limits.maxFileBytes,
      }),
      listSources: stores.sources.list,
      findSourcesByName: stores.sources.findByName,
      deleteSource: createDeleteSource({ ...stores, blobs, forget: index.removeFile, lock }),
      resolveFiles: createResolveFiles(stores.sources),
      scheduleBuild,
      getBuild: createGetBuild({ ...stores, settled }),
      listElements: createListElements(stores),
      pageScreenshot,
      retrieve,
      ask: createAsk({
        ...stores,
        retrieve,
        findNamedSources: createFindNamedSources(stores.sources),
        answerer: createExtractiveAnswerer(),
        extractor,
        pageImages: createPageImages(pageScreenshot),
        clock,
      }),
      extract: createExtract({ ...stores, extractor }),
      readiness: createReadiness({
        checks: {
          database: async () => void (await stores.projects.list()),
          index: async () => void (await index.projects()),
          files: () => access(folder.files, constants.W_OK),
        },
        capabilities,
        methods: servedMethods,
        fileTypes: servedExtensions,
        stopping: () => stopping.signal.aborted,
      }),
    },
    authenticate: createAuthenticate({ ...stores, clock }),
    spec,
    logger,
    metrics: metrics.http,
    flowsDomain: settings.flowsDomain,
    stopping: stopping.signal,
  });
  closing.push(
    () => queue.stop(),
    () => app.close(),
    async () => stopping.abort(),
  );
  await registerOperating(app, { metrics, spec });
  const address = await listen(app, settings);
  queue.start();
  return { address, dataFolder: folder.root, tokenPath: folder.token, newToken, close: closeAll };
}
