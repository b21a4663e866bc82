"use client";
import type { MethodInput } from "@headwater/client";
import { useMemo, useRef } from "react";
import type { Upload } from "./upload.ts";
import { type IngestFilesOptions, useIngestFiles } from "./use-ingest-files.ts";

export type IngestFile = {
  /** The latest file. Undefined before the first, and after `reset`. */
  upload: Upload | undefined;
  /** Sends a file. A file that is still being sent is cancelled. */
  ingest(file: File, options?: { method?: MethodInput | undefined }): void;
  cancel(): void;
  retry(): void;
  /** Cancels the file and forgets it. */
  reset(): void;
};

/**
 * Uploads one file at a time and watches its build; see `useIngestFiles`.
 *
 * @example const { upload, ingest } = useIngestFile({ onReady: ({ fileId }) => open(fileId) });
 */
export function useIngestFile(options: Omit<IngestFilesOptions, "concurrency"> = {}): IngestFile {
  const { uploads, add, cancel, retry, remove } = useIngestFiles(options);
  // Remember the id here: `uploads` changes at the next render, but two calls may come in one event.
  const currentId = useRef<string>(undefined);

  const actions = useMemo(() => {
    const onCurrent = (act: (id: string) => void) => () => {
      if (currentId.current) act(currentId.current);
    };
    const reset = onCurrent(remove);
    return {
      ingest(file: File, settings?: { method?: MethodInput | undefined }) {
        reset();
        [currentId.current] = add([file], settings);
      },
      cancel: onCurrent(cancel),
      retry: onCurrent(retry),
      reset,
    };
  }, [add, cancel, retry, remove]);
  return { upload: uploads.at(-1), ...actions };
}
