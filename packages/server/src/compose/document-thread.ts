import { parentPort, workerData } from "node:worker_threads";
import { createDocumentReader, selfContained } from "@headwater/reader";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { sendObservations } from "../adapters/threads/observations.ts";
import { serveDocuments } from "../adapters/threads/serve-documents.ts";
import { partsOf, prepareDocument } from "../builds/prepare-document.ts";
import type { PageRenderer } from "../ports/page-renderer.ts";
import { withTerms } from "../retrieval/search-terms.ts";
import { composeDocumentReader, type ReadingSettings } from "./document-reader.ts";

/** The entry of a thread that reads documents, renders pages, or cuts chunks into terms. */
if (!parentPort) throw new Error("document-thread runs as a worker thread only");

/** After all that answer callers. */
lowerThreadPriority(10);

const settings = workerData as (ReadingSettings & { observations: string }) | null;
/** Threads that only render, clean or cut terms are given no settings. */
const readDocument = settings
  ? composeDocumentReader(settings, sendObservations(settings.observations))
  : createDocumentReader();
let renderer: PageRenderer | undefined;

serveDocuments(parentPort, {
  read: (
    { after, method, pages, givenUpPages, elements, metadata, projectId: _, ...input },
    onProgress,
    signal,
  ) =>
    prepareDocument(
      elements
        ? partsOf(elements, method ?? "fast")
        : readDocument(input, { method, pages, givenUpPages, onProgress, signal }),
      after,
      metadata,
    ),
  async render({ bytes, pageNumber, maxWidth }) {
    // Loaded on first use: threads that only read need no image library.
    renderer ??= (await import("@headwater/reader/page-renderer")).createPageRenderer();
    return renderer.render(bytes, pageNumber, maxWidth);
  },
  clean: (bytes) => selfContained(bytes),
  cutTerms: (chunks) => withTerms(chunks).map(({ termHashes }) => termHashes),
});
