"use client";
import type { NativeFile } from "@headwater/client";
import { useMemo, useRef } from "react";
import { useLatest } from "../provider/use-latest.ts";
import type { IngestFilesOptions } from "./ingest-files-options.ts";
import type { Upload, UploadSettings } from "./upload.ts";
import { useUploads } from "./use-uploads.ts";

/** How a file is uploaded, what is called meanwhile, and where it is kept. */
export type UseIngestFileOptions = Omit<IngestFilesOptions, "concurrency"> & {
  /**
   * The name of the upload. With a name it continues, and is still there, when users come back from another page of the
   * application. Without one it belongs to the component, and a transfer is aborted when the component goes away.
   */
  id?: string | undefined;
};

/** What `useIngestFile` returns: the upload, and what can be done with it. Its functions keep their identity. */
export type IngestFile = {
  /** The latest file. Undefined before the first, and after `reset`. */
  upload: Upload | undefined;
  /**
   * Sends a file. A file that is still being sent is cancelled. Resolves when the upload has ended in any way: look at
   * its `status`. Never rejects.
   */
  ingest: (file: File | NativeFile, settings?: UploadSettings) => Promise<Upload>;
  cancel: () => void;
  retry: () => void;
  /** Cancels the file and forgets it. */
  reset: () => void;
};

/**
 * Uploads one file at a time and watches its build; see `useIngestFiles`.
 *
 * @example const { upload, ingest } = useIngestFile({ id: "contract", onReady: ({ fileId }) => open(fileId) });
 */
export function useIngestFile({ id, ...options }: UseIngestFileOptions = {}): IngestFile {
  const { uploads, add, cancel, retry, remove } = useUploads(
    id === undefined ? undefined : `one ${id}`,
    options,
  );
  const upload = uploads.at(-1);
  // Remember the id here: `uploads` changes at the next render, but two calls may come in one event.
  const ingested = useRef<string>(undefined);
  const shown = useLatest(upload?.id);

  const actions = useMemo(() => {
    const onCurrent = (act: (id: string) => void) => () => {
      const current = ingested.current ?? shown.current;
      if (current) act(current);
    };
    const reset = onCurrent(remove);
    return {
      async ingest(file: File | NativeFile, settings?: UploadSettings): Promise<Upload> {
        reset();
        const added = add([file], settings);
        [ingested.current] = added;
        const [ended] = await added.settled;
        return ended as Upload;
      },
      cancel: onCurrent(cancel),
      retry: onCurrent(retry),
      reset,
    };
  }, [add, cancel, retry, remove, shown]);
  return { upload, ...actions };
}
