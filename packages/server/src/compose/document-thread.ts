import { parentPort } from "node:worker_threads";
import { createDocumentReader } from "@headwater/reader";
import { serveDocuments } from "../adapters/threads/serve-documents.ts";
import { partsOf, prepareDocument } from "../builds/prepare-document.ts";
import type { PageRenderer } from "../ports/page-renderer.ts";
import { chunkTerms } from "../retrieval/search-terms.ts";

/** The entry of a thread that reads documents, renders pages, or cuts chunks into terms. */
if (!parentPort) throw new Error("document-thread runs as a worker thread only");

const readDocument = createDocumentReader();
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
