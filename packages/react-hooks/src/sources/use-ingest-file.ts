"use client";
import type { MethodInput } from "@headwater/client";
import { useMemo } from "react";
import { useLatest } from "../provider/use-latest.ts";
import type { Upload } from "./upload.ts";
import { type IngestFilesOptions, useIngestFiles } from "./use-ingest-files.ts";

export type IngestFile = {
  /** The file ingested last; undefined before the first, and after `reset`. */
  upload: Upload | undefined;
  /** Sends a file. One still under way is cancelled. */
  ingest(file: File, options?: { method?: MethodInput | undefined }): void;
  cancel(): void;
  retry(): void;
  /** Forgets the file, cancelling it first. */
  reset(): void;
};

/**
 * Uploads one file at a time and watches its build; see `useIngestFiles`.
 *
 * @example const { upload, ingest } = useIngestFile({ onReady: ({ fileId }) => open(fileId) });
 */
export function useIngestFile(options: Omit<IngestFilesOptions, "concurrency"> = {}): IngestFile {
  const files = useIngestFiles(options);
  const upload = files.uploads.at(-1);
  const latest = useLatest({ files, upload });

  const actions = useMemo(() => {
    const onCurrent = (act: "cancel" | "retry") => () => {
      const { files, upload } = latest.current;
      if (upload) files[act](upload.id);
    };
    const reset = () => {
      const { files } = latest.current;
      for (const { id } of files.uploads) files.remove(id);
    };
    return {
      ingest(file: File, settings?: { method?: MethodInput | undefined }) {
        reset();
        latest.current.files.add([file], settings);
      },
      cancel: onCurrent("cancel"),
      retry: onCurrent("retry"),
      reset,
    };
  }, [latest]);
  return { upload, ...actions };
}
