import { formatOf } from "@headwater/reader";
import { type Observe, startTiming } from "../kernel/observe.ts";
import type { DocumentReader, PreparedPart } from "./document-reader.ts";

/** Reports how long each document was read, with the time in which its parts were stored, and how many pages came. */
export const observeReading = (read: DocumentReader, observe: Observe): DocumentReader =>
  async function* (request, limits) {
    const seconds = startTiming();
    let totals: (PreparedPart & { kind: "totals" }) | undefined;
    let failed = false;
    try {
      for await (const part of read(request, limits)) {
        if (part.kind === "totals") totals = part;
        yield part;
      }
    } catch (error) {
      failed = !limits.signal.aborted;
      throw error;
    } finally {
      observe({
        kind: "reading",
        // Names of files on the web end in any way.
        format: formatOf(request.extension) ? request.extension : "other",
        method: totals?.method ?? request.method ?? "default",
        result: failed ? "failed" : totals ? "read" : "stopped",
        pages: totals ? (request.pages?.length ?? totals.totalPages) - totals.failedPages.length : 0,
        seconds: seconds(),
        projectId: request.projectId,
      });
    }
  };
