import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { createDocumentReader, ParseError } from "@headwater/reader";
import { prepareDocument } from "../../builds/prepare-document.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { Job, ReadJob, Reply } from "./messages.ts";

/** The entry of a worker thread: one job at a time. It carries what the reader and the rooms do, and decides nothing. */
const port = parentPort;
if (!port) throw new Error("document-thread runs as a worker thread only");

const send = (reply: Reply) => port.postMessage(reply);
const readDocument = createDocumentReader();
let renderer: PageRenderer | undefined;

async function read({ bytes, fileName, extension, method }: ReadJob) {
  const parts = readDocument(
    { bytes, fileName, extension },
    { method, onProgress: (progress) => send({ kind: "progress", progress }) },
  );
  for await (const part of prepareDocument(parts)) {
    if (part.kind === "totals") {
      const { totalPages, failedPages, message } = part;
      return { elements: [], chunks: [], totalPages, failedPages, message };
    }
    const { kind: _, ...found } = part;
    send({ kind: "part", part: { elements: [], chunks: [], ...found } });
    // A turn of the event loop between two parts leaves the receiver time for other work.
    await nextTurn();
  }
  throw new Error("the reader ended without totals");
}

async function render(bytes: Uint8Array, pageNumber: number, maxWidth: number) {
  // Loaded on first use: threads that only parse need no image library.
  renderer ??= (await import("@headwater/reader/page-renderer")).createPageRenderer();
  return renderer.render(bytes, pageNumber, maxWidth);
}

port.on("message", (job: Job) => {
  const work = job.kind === "read" ? read(job) : render(job.bytes, job.pageNumber, job.maxWidth);
  work.then(
    (result) => send({ kind: "done", result }),
    (error: Error) =>
      send({
        kind: "failed",
        message: error.message,
        stack: error.stack,
        forPeople: error instanceof ParseError,
      }),
  );
});
