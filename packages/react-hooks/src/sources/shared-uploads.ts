import { ingestFile, isBuildFailedError, type SourcesClient } from "@headwater/client";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { buildOptions } from "../builds/build-options.ts";
import { watchLimits } from "../builds/build-watch.ts";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import { type Audience, createAudience } from "../shared/audience.ts";
import type { Shared } from "../shared/shared-things.ts";
import { tell } from "../tell.ts";
import type { IngestFilesOptions } from "./ingest-files-options.ts";
import { isSettledUpload, type Upload } from "./upload.ts";
import { uploadOutcome } from "./upload-outcome.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

/** What a component brings to the uploads that it uses. */
export type UploadsMember = IngestFilesOptions & { client: SourcesClient; queryClient: QueryClient };

export type SharedUploads = Shared & {
  queue: UploadQueue;
  audience: Audience<UploadsMember>;
  /** Sends an upload again, or continues to watch its build if only watching had stopped. */
  retry: (id: string) => void;
};

/** Uploads, and the builds that follow them. They continue without a component. */
export function createSharedUploads(first: { readonly current: UploadsMember }): SharedUploads {
  const audience = createAudience(first);
  const watched = new Map<string, () => void>();
  /** Those that have ended since the queue was last idle. */
  let ended = new Map<string, Upload>();

  const queue = createUploadQueue(() => ({
    concurrency: audience.current().concurrency ?? 3,
    async send({ file, fileName, method, tags }, { signal, onProgress }) {
      const { client, queryClient } = audience.current();
      const build = await ingestFile(client, { file, fileName, method, tags }, { signal, onProgress });
      reloadSoon(queryClient, { queryKey: documentsKeys.sources(client) });
      return build;
    },
    onSettled,
  }));

  function onSettled(upload: Upload): void {
    const { id, status } = upload;
    ended.set(id, upload);
    for (const { onReady, onFailed, onSettled } of audience.all()) {
      if (status === "ready" || status === "partial") tell(() => onReady?.(upload));
      if (status === "failed") tell(() => onFailed?.(upload));
      tell(() => onSettled?.(upload));
    }
    if (isBusy()) return;
    const uploads = [...ended.values()];
    ended = new Map();
    for (const { onAllDone } of audience.all()) tell(() => onAllDone?.(uploads));
  }

  const isBusy = () => queue.uploads().some((upload) => !isSettledUpload(upload));

  queue.subscribe(() => {
    const building = new Map(queue.uploads().flatMap(buildOf));
    for (const [id, buildId] of building) if (!watched.has(id)) watch(id, buildId);
    for (const [id, stopWatching] of watched) {
      if (building.has(id)) continue;
      watched.delete(id);
      stopWatching();
    }
  });

  /** Shares the polls of the build with every component that watches it. */
  function watch(id: string, buildId: string): void {
    const { client, queryClient, ...options } = audience.current();
    const observer = new QueryObserver(queryClient, buildOptions(client, buildId, options));
    const limits = watchLimits(options);
    const observe = ({ data, error, isError }: ReturnType<typeof observer.getCurrentResult>) => {
      const stopped = data?.stopped ?? (isError ? "error" : undefined);
      queue.observe(id, uploadOutcome(buildId, { data: data?.build, stopped, error }, limits));
    };
    watched.set(id, observer.subscribe(observe));
    observe(observer.getCurrentResult());
  }

  return {
    queue,
    audience,
    retry(id) {
      const upload = queue.uploads().find((upload) => upload.id === id);
      const hasStopped = upload?.status === "failed" || upload?.status === "cancelled";
      if (!upload?.buildId || !hasStopped || isBuildFailedError(upload.error)) return queue.retry(id);
      const { queryClient, client } = audience.current();
      void queryClient.resetQueries({ queryKey: documentsKeys.build(client, upload.buildId), exact: true });
      queue.watchAgain(id);
    },
    isNeeded: () => !audience.isEmpty() || queue.uploads().length > 0,
    leave: queue.cancelAll,
  };
}

const buildOf = ({ id, status, buildId }: Upload): [string, string][] =>
  status === "building" && buildId ? [[id, buildId]] : [];
