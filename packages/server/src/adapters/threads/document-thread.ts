import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { chunkByTitle } from "../../chunks/chunkers/title.ts";
import { ParseError, type ParseProgress } from "../../elements/parsers/parser.ts";
import type { OpenPdf } from "../../elements/parsers/pdf/pdf-document.ts";
import { partition } from "../../elements/partition/partition.ts";
import { newId } from "../../kernel/ids.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { DocumentPart, Job, ReadJob, Reply } from "./messages.ts";

/** The entry of a worker thread: one job at a time, everything that parses or paints a document. */
const port = parentPort;
if (!port) throw new Error("document-thread runs as a worker thread only");

let renderer: PageRenderer | undefined;
let openPdf: OpenPdf | undefined;

// PDFium is loaded by the first document that needs it, and kept for the next.
async function pdfReader(): Promise<OpenPdf> {
  openPdf ??= (await import("../pdfium/pdf-reader.ts")).createPdfReader();
  return openPdf;
}

async function read({ bytes, fileName, extension, method }: ReadJob) {
  const onProgress = (progress: ParseProgress) =>
    port?.postMessage({ kind: "progress", progress } satisfies Reply);
  const document = await partition({ bytes, fileName, extension }, method, { onProgress, pdfReader });
  const elements = document.elements.map((element, position) => ({
    ...element,
    elementId: newId(),
    position,
  }));
  const { totalPages, failedPages, message } = document;
  await sendParts({ elements, chunks: chunkByTitle(elements) });
  return { elements: [], chunks: [], totalPages, failedPages, message };
}

const PART = 250;

/** A turn of the event loop between two parts leaves the receiver time for other work. */
async function sendParts({ elements, chunks }: DocumentPart): Promise<void> {
  for (let from = 0; from < Math.max(elements.length, chunks.length); from += PART) {
    const part = { elements: elements.slice(from, from + PART), chunks: chunks.slice(from, from + PART) };
    port?.postMessage({ kind: "part", part } satisfies Reply);
    await nextTurn();
  }
}

async function render(bytes: Uint8Array, pageNumber: number, maxWidth: number) {
  // Loaded on first use: threads that only parse need no image library.
  renderer ??= (await import("../pdfium/page-renderer.ts")).createPdfiumPageRenderer();
  return renderer.render(bytes, pageNumber, maxWidth);
}

port.on("message", (job: Job) => {
  const work = job.kind === "read" ? read(job) : render(job.bytes, job.pageNumber, job.maxWidth);
  work.then(
    (result) => port.postMessage({ kind: "done", result } satisfies Reply),
    (error: Error) =>
      port.postMessage({
        kind: "failed",
        message: error.message,
        stack: error.stack,
        forPeople: error instanceof ParseError,
      } satisfies Reply),
  );
});
