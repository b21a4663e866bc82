"use client";
import type { IngestFilesOptions } from "./ingest-files-options.ts";
import { type IngestFiles, useUploads } from "./use-uploads.ts";

/** How files are uploaded, which callbacks are called, and in which queue. */
export type UseIngestFilesOptions = IngestFilesOptions & {
  /** The name of the queue. All components with this name see the same uploads. Default: one queue for the page. */
  id?: string | undefined;
};

/**
 * Uploads files, a few at a time, and watches their builds. The uploads belong to the `DocumentsProvider`: they continue
 * and are still there when users come back from another page of the application. Every component that uses the hook
 * sees them, and its callbacks are called; when none is left, those of the last one.
 *
 * @example
 * const { uploads, add } = useIngestFiles({ onReady: ({ fileId }) => open(fileId) });
 * <input type="file" multiple onChange={({ target }) => add(target.files ?? [])} />
 */
export const useIngestFiles = ({ id = "", ...options }: UseIngestFilesOptions = {}): IngestFiles =>
  useUploads(id, options);
