"use client";
import type { NativeFile } from "@headwater/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useDocuments } from "../provider/use-documents.ts";
import { useLatest } from "../provider/use-latest.ts";
import { useShared } from "../shared/use-shared.ts";
import type { IngestFilesOptions } from "./ingest-files-options.ts";
import { createSharedUploads, type UploadsMember } from "./shared-uploads.ts";
import { isSettledUpload, type Upload, type UploadSettings } from "./upload.ts";
import { whenSettled } from "./when-settled.ts";

/** The ids of the uploads that were added, in the order of the files. */
export type AddedUploads = string[] & {
  /** Resolves with the uploads when each has ended in any way: look at `status`. Never rejects. */
  readonly settled: Promise<Upload[]>;
};

/** What `useIngestFiles` returns: the uploads, and what can be done with them. Its functions keep their identity. */
export type IngestFiles = {
  /** In the order they were added. */
  uploads: readonly Upload[];
  /**
   * Queues files. Returns the ids of their uploads, and in `settled` a promise of the end.
   *
   * @example const [upload] = await add([file]).settled; // upload.status
   */
  add: (files: Iterable<File | NativeFile>, settings?: UploadSettings) => AddedUploads;
  /**
   * Removes an upload from the queue, or aborts it. After the upload it only stops watching: the build continues, and
   * the source will appear.
   */
  cancel: (id: string) => void;
  /** Sends a failed or cancelled file again. If only watching its build had stopped, it continues to watch. */
  retry: (id: string) => void;
  /** Cancels an upload and removes it from the list. */
  remove: (id: string) => void;
  /** Removes all uploads from the list that are ready, failed or cancelled. */
  clearSettled: () => void;
  /** Whether any upload is queued, being sent or being built. */
  isBusy: boolean;
};

const none: readonly Upload[] = [];

/** @param id the name of the queue. Undefined: it belongs to the component. */
export function useUploads(id: string | undefined, options: IngestFilesOptions): IngestFiles {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  const latest = useLatest<UploadsMember>({ ...options, client, queryClient });
  const name = id === undefined ? undefined : `uploads ${client.baseUrl} ${id}`;
  const shared = useShared(name, () => createSharedUploads(latest));
  useEffect(() => shared.audience.join(latest), [shared, latest]);
  const { queue } = shared;
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, () => none);

  const actions = useMemo(
    () => ({
      add(files: Iterable<File | NativeFile>, { method, tags }: UploadSettings = {}): AddedUploads {
        shared.audience.lead(latest);
        const ids = queue.add(files, {
          method: method ?? latest.current.method,
          tags: tags ?? latest.current.tags,
        });
        return Object.assign(ids, { settled: whenSettled(queue, ids) });
      },
      cancel: queue.cancel,
      retry: shared.retry,
      remove: queue.remove,
      clearSettled: queue.clearSettled,
    }),
    [shared, queue, latest],
  );
  return { uploads, ...actions, isBusy: uploads.some((upload) => !isSettledUpload(upload)) };
}
