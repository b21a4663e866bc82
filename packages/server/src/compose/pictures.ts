import { availableParallelism } from "node:os";
import type { Sandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { createFilesystemPages } from "../adapters/filesystem/filesystem-pages.ts";
import {
  createLibreOfficeConverter,
  defaultConversionLimits,
} from "../adapters/libreoffice/libreoffice-converter.ts";
import { findProgram } from "../adapters/processes/find-program.ts";
import { createStartProgram } from "../adapters/processes/start-program.ts";
import { createThreadPool, defaultThreadOptions } from "../adapters/threads/thread-pool.ts";
import { createThreadedCleaner, createThreadedRenderer } from "../adapters/threads/threaded-documents.ts";
import type { Settings } from "../config.ts";
import { createOfficePages, type OfficePages } from "../elements/office-pages.ts";
import { createPageScreenshot, type PageScreenshot } from "../elements/page-screenshot.ts";
import { createPictureCache } from "../elements/picture-cache.ts";
import { tooBusy } from "../http/error-body.ts";
import { type Clock, steadyClock } from "../kernel/clock.ts";
import { createPatientLanes } from "../kernel/patient-lanes.ts";
import type { Timer } from "../kernel/timer.ts";
import { createWaitingTime } from "../kernel/waiting-time.ts";
import type { Content } from "../ports/blob-store.ts";
import type { Signals } from "../ports/signals.ts";
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

/** Nine of ten documents are laid out within a second or two. */
const quickMs = 5_000;

/** Pictures of pages, and the PDFs of office documents that they are made of. */
export async function composePictures(
  opened: OpenStores,
  deps: {
    settings: Pick<Settings, "buildTimeoutMs" | "libreOffice">;
    /** Aborts when the service stops. */
    signal: AbortSignal;
    clock: Clock;
    logger: FastifyBaseLogger;
    /** What keeps LibreOffice apart from the machine. */
    sandbox: Sandbox;
    timer: Timer;
    closing: Closing;
    /** Null for a process that is alone. */
    signals: Signals | null;
  },
): Promise<Pictures> {
  const { settings, signal, signals, closing } = deps;
  // A thread of their own: they don't wait behind builds.
  const renderers = createThreadPool(
    { ...defaultThreadOptions, jobMs: settings.buildTimeoutMs, size: 1 },
    documentThread,
  );
  closing.push(() => renderers.close());
  const cache = createPictureCache(pictureCacheBytes);
  const officePages = await openOfficePages(opened, deps);
  const forget = async (content: Content) => {
    cache.forget(content);
    await officePages.forget(content);
  };
  // What a lost message leaves in the folder of another process is removed at its next start.
  signals?.on("forget-pictures", (text) => {
    const [projectId = "", contentHash = ""] = text.split(" ");
    forget({ projectId, contentHash }).catch((error: unknown) =>
      deps.logger.warn({ err: error }, "pictures of a deleted document could not be removed"),
    );
  });
  return {
    pageScreenshot: createPageScreenshot({
      ...opened.stores,
      blobs: opened.blobs,
      renderer: createThreadedRenderer(renderers, signal),
      cache,
      officePages: officePages.pages,
    }),
    async forget(content) {
      await forget(content);
      signals?.send("forget-pictures", `${content.projectId} ${content.contentHash}`).catch(() => {});
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
    sandbox,
    timer,
    closing,
  }: Parameters<typeof composePictures>[1],
): Promise<{ pages: OfficePages | null; forget: OfficePages["forget"] }> {
  const kept = createFilesystemPages(folder.pages, libreOffice.cacheBytes, clock);
  const isUsed = ({ projectId, contentHash }: Content) => stores.sources.usesContent(projectId, contentHash);
  // Whose source was deleted when a crash came.
  for (const content of await kept.list()) if (!(await isUsed(content))) await kept.remove(content);

  const command = await findProgram(libreOffice.command);
  if (command === null) return { pages: null, forget: kept.remove };
  const lanes = availableParallelism();
  // A document that takes long leaves its lane to others and goes on beside them.
  const cleaners = createThreadPool(
    {
      ...defaultThreadOptions,
      jobMs: defaultConversionLimits.timeMs,
      silenceMs: defaultConversionLimits.timeMs,
      size: 2 * lanes,
    },
    documentThread,
  );
  closing.push(() => cleaners.close());
  const converter = createLibreOfficeConverter({
    startProgram: createStartProgram(sandbox),
    command,
    owner: sandbox.user,
    selfContained: createThreadedCleaner(cleaners),
  });
  const waitingTime = createWaitingTime(lanes, steadyClock);
  const pages = createOfficePages({
    converter: {
      async convert(...args) {
        const begun = performance.now();
        try {
          return await converter.convert(...args);
        } finally {
          waitingTime.learn(performance.now() - begun);
        }
      },
    },
    lanes: createPatientLanes({ lanes, quickMs, timer }),
    kept,
    blobs,
    isUsed,
    tooBusy: (waiting) => tooBusy(waitingTime.promise(waiting)),
    onNotKept: (error) => logger.warn({ err: error }, "the pages of an Office document could not be kept"),
    signal,
  });
  return { pages, forget: pages.forget };
}
