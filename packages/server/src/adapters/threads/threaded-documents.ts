import type { DocumentReader } from "../../builds/document-reader.ts";
import type { PageRenderer } from "../../ports/page-renderer.ts";
import type { ThreadPool } from "./thread-pool.ts";

export const createThreadedReader =
  (pool: ThreadPool): DocumentReader =>
  (request, options) =>
    pool.run({ kind: "read", ...request }, options);

/** A page that can't be painted within its time is an error, never a hang. */
export const createThreadedRenderer = (pool: ThreadPool, signal: AbortSignal): PageRenderer => ({
  render: (bytes, pageNumber, maxWidth) =>
    pool.run({ kind: "render", bytes, pageNumber, maxWidth }, { signal }),
});
