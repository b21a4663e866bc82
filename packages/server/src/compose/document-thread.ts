import { parentPort, workerData } from "node:worker_threads";
import { createDocumentReader, type OcrOptions } from "@headwater/reader";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { serveDocuments } from "../adapters/threads/serve-documents.ts";
import { partsOf, prepareDocument } from "../builds/prepare-document.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import type { PageRenderer } from "../ports/page-renderer.ts";
import { chunkTerms } from "../retrieval/search-terms.ts";
import { composeDocumentModels } from "./document-models.ts";

/** What the thread is given when it starts. */
export type DocumentThreadData = { ocr: OcrOptions; models: ModelSettings };

/** The entry of a thread that reads documents, renders pages, or cuts chunks into terms. */
if (!parentPort) throw new Error("document-thread runs as a worker thread only");

/** After all that answer callers. */
lowerThreadPriority(10);

const given = workerData as DocumentThreadData | null;
const readDocument = createDocumentReader({
  ocr: given?.ocr,
  ...(given && composeDocumentModels(given.models)),
});
let renderer: PageRenderer | undefined;

serveDocuments(parentPort, {
  read: ({ after, method, elements, metadata, ...input }, onProgress) =>
    prepareDocument(
      elements ? partsOf(elements) : readDocument(input, { method, onProgress }),
      after,
      metadata,
    ),
  async render({ bytes, pageNumber, maxWidth }) {
    // Loaded on first use: threads that only read need no image library.
    renderer ??= (await import("@headwater/reader/page-renderer")).createPageRenderer();
    return renderer.render(bytes, pageNumber, maxWidth);
  },
  cutTerms: (chunks) => chunks.map(chunkTerms),
});
