import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createFilesystemPages } from "../adapters/filesystem/filesystem-pages.ts";
import { createLibreOfficeConverter } from "../adapters/libreoffice/libreoffice-converter.ts";
import { findProgram } from "../adapters/processes/find-program.ts";
import { startProgram } from "../adapters/processes/start-program.ts";
import { findNetworkCut } from "../adapters/processes/without-network.ts";
import { createThreadPool, defaultThreadOptions } from "../adapters/threads/thread-pool.ts";
import { createThreadedRenderer } from "../adapters/threads/threaded-documents.ts";
import type { Settings } from "../config.ts";
import { createOfficePages, type OfficePages } from "../elements/office-pages.ts";
import { createPageScreenshot, type PageScreenshot } from "../elements/page-screenshot.ts";
import { createPictureCache } from "../elements/picture-cache.ts";
import { tooBusy } from "../http/error-body.ts";
import type { Clock } from "../kernel/clock.ts";
import { createWaitingTime } from "../kernel/waiting-time.ts";
import type { Content } from "../ports/blob-store.ts";
import type { Closing } from "./closing.ts";
import { documentThread } from "./document-thread-entry.ts";
import type { OpenStores } from "./stores.ts";

export type Pictures = {
  pageScreenshot: PageScreenshot;
  /** What was made of bytes that are deleted. */
  forget: (content: Content) => Promise<void>;
  /** Whether office documents can be shown. */
  showsOffice: boolean;
};

/** Pictures take so much memory, in bytes. */
const pictureCacheBytes = 64 * 1024 * 1024;

/** Pictures of pages, and the PDFs of office documents that they are made of. */
export async function composePictures(
  opened: OpenStores,
  deps: {
    settings: Pick<Settings, "buildTimeoutMs" | "libreOffice">;
    /** Aborts when the service stops. */
    signal: AbortSignal;
    clock: Clock;
    logger: FastifyBaseLogger;
    closing: Closing;
  },
): Promise<Pictures> {
  const { settings, signal, closing } = deps;
  // A thread of their own: they don't wait behind builds.
  const renderers = createThreadPool(
    { ...defaultThreadOptions, jobMs: settings.buildTimeoutMs, size: 1 },
    documentThread,
  );
  closing.push(() => renderers.close());
  const cache = createPictureCache(pictureCacheBytes);
  const officePages = await openOfficePages(opened, deps);
  return {
    pageScreenshot: createPageScreenshot({
      ...opened.stores,
      blobs: opened.blobs,
      renderer: createThreadedRenderer(renderers, signal),
      cache,
      officePages: officePages.pages,
    }),
    async forget(content) {
      cache.forget(content);
      await officePages.forget(content);
    },
    showsOffice: officePages.pages !== null,
  };
}

async function openOfficePages(
  { folder, stores, blobs }: OpenStores,
  {
    settings: { libreOffice },
    signal,
    clock,
    logger,
  }: Pick<Parameters<typeof composePictures>[1], "settings" | "signal" | "clock" | "logger">,
): Promise<{ pages: OfficePages | null; forget: OfficePages["forget"] }> {
  const kept = createFilesystemPages(folder.pages, libreOffice.cacheBytes, clock);
  const isUsed = ({ projectId, contentHash }: Content) => stores.sources.usesContent(projectId, contentHash);
  // Whose source was deleted when a crash came.
  for (const content of await kept.list()) if (!(await isUsed(content))) await kept.remove(content);

  const command = await findProgram(libreOffice.command);
  if (command === null) return { pages: null, forget: kept.remove };
  const converter = createLibreOfficeConverter({
    startProgram,
    command,
    networkCut: await findNetworkCut(),
    // Cleared at each start.
    folder: join(folder.staging, "office"),
  });
  const waitingTime = createWaitingTime(1, clock);
  const pages = createOfficePages({
    converter: {
      async convert(...args) {
        const begun = clock.now().getTime();
        try {
          return await converter.convert(...args);
        } finally {
          waitingTime.learn(clock.now().getTime() - begun);
        }
      },
    },
    kept,
    blobs,
    isUsed,
    tooBusy: (waiting) => tooBusy(waitingTime.promise(waiting)),
    onNotKept: (error) => logger.warn({ err: error }, "the pages of an Office document could not be kept"),
    signal,
  });
  return { pages, forget: pages.forget };
}
