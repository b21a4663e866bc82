"use client";
import { ingestFile, isBuildFailedError, type MethodInput } from "@headwater/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { UseBuildResult } from "../builds/build-result.ts";
import { type BuildWatchOptions, watchLimits } from "../builds/build-watch.ts";
import { useBuilds } from "../builds/use-builds.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { useLatest } from "../provider/use-latest.ts";
import { useOnGone } from "../provider/use-on-gone.ts";
import { documentsKeys } from "../query-keys.ts";
import { isSettledUpload, type Upload } from "./upload.ts";
import { uploadOutcome } from "./upload-outcome.ts";
import { createUploadQueue } from "./upload-queue.ts";

export type IngestFilesOptions = BuildWatchOptions & {
  /** Maximum number of files that are sent at once. Default 3. */
  concurrency?: number | undefined;
  /** How to partition the files. Default: the setting of the service. */
  method?: MethodInput | undefined;
  /** Called once for each upload that becomes `ready` or `partial`. */
  onReady?: ((upload: Upload) => void) | undefined;
  /** Called once for each upload that becomes `failed`. */
  onFailed?: ((upload: Upload) => void) | undefined;
};

export type IngestFiles = {
  /** In the order they were added. */
  uploads: readonly Upload[];
  /** Queues files. Returns the ids of their uploads. */
  add(files: Iterable<File>, options?: { method?: MethodInput | undefined }): string[];
  /**
   * Removes an upload from the queue, or aborts it. After the upload it only stops watching: the build continues, and
   * the source will appear.
   */
  cancel(id: string): void;
  /** Sends a failed or cancelled file again. If only watching its build had stopped, it continues to watch. */
  retry(id: string): void;
  /** Cancels an upload and removes it from the list. */
  remove(id: string): void;
  /** Removes all uploads from the list that are ready, failed or cancelled. */
  clearSettled(): void;
  /** Whether any upload is queued, being sent or being built. */
  isBusy: boolean;
};

/**
 * Uploads files, a few at a time, and watches their builds. The uploads belong to the component that uses the hook:
 * when it goes away, running uploads are aborted, while builds continue. Place it high in the tree.
 *
 * @example
 * const { uploads, add } = useIngestFiles({ onReady: ({ fileId }) => open(fileId) });
 * <input type="file" multiple onChange={(event) => add(event.target.files ?? [])} />
 */
export function useIngestFiles(options: IngestFilesOptions = {}): IngestFiles {
  const client = useDocuments().sources;
  const queryClient = useQueryClient();
  const latest = useLatest({ client, queryClient, options });

  const [queue] = useState(() =>
    createUploadQueue(() => {
      const { client, queryClient, options } = latest.current;
      return {
        concurrency: options.concurrency ?? 3,
        async send(upload, { signal, onProgress }) {
          const { file, fileName, method } = upload;
          const build = await ingestFile(client, { file, fileName, method }, { signal, onProgress });
          void queryClient.invalidateQueries({ queryKey: documentsKeys.sources(client) });
          return build;
        },
        onSettled(upload) {
          if (upload.status === "ready" || upload.status === "partial") options.onReady?.(upload);
          if (upload.status === "failed") options.onFailed?.(upload);
        },
      };
    }),
  );
  const stored = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads);

  const building = stored.filter(({ status }) => status === "building");
  const builds = useBuilds(
    building.map(({ buildId }) => buildId as string),
    options,
  );
  useEffect(() => {
    for (const [index, { id, buildId }] of building.entries())
      queue.observe(
        id,
        uploadOutcome(buildId as string, builds[index] as UseBuildResult, watchLimits(options)),
      );
  });

  useOnGone(queue.cancelUnsent);

  const actions = useMemo(
    () => ({
      add: (files: Iterable<File>, { method }: { method?: MethodInput | undefined } = {}) =>
        queue.add(files, method ?? latest.current.options.method),
      cancel: queue.cancel,
      retry(id: string) {
        const upload = queue.uploads().find((upload) => upload.id === id);
        const hasStopped = upload?.status === "failed" || upload?.status === "cancelled";
        if (!upload?.buildId || !hasStopped || isBuildFailedError(upload.error)) return queue.retry(id);
        const { queryClient, client } = latest.current;
        void queryClient.resetQueries({ queryKey: documentsKeys.build(client, upload.buildId), exact: true });
        queue.watchAgain(id);
      },
      remove: queue.remove,
      clearSettled: queue.clearSettled,
    }),
    [queue, latest],
  );
  return { uploads: stored, ...actions, isBusy: stored.some((upload) => !isSettledUpload(upload)) };
}
