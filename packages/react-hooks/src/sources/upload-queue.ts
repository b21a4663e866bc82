import type { NativeFile, ScheduledBuild, UploadProgress } from "@headwater/client";
import { isSettledUpload, type Upload, type UploadSettings } from "./upload.ts";
import type { UploadOutcome } from "./upload-outcome.ts";

/** Read each time they are needed: they may change during uploads. */
export type UploadQueueSettings = {
  concurrency: number;
  send: (
    upload: Upload,
    options: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
  ) => Promise<ScheduledBuild>;
  onSettled: (upload: Upload) => void;
};

export type UploadQueue = {
  subscribe: (listener: () => void) => () => void;
  /** The uploads in the order they were added. It is the same array until something changes. */
  uploads: () => readonly Upload[];
  /** Queues files. Returns the ids of their uploads. */
  add: (files: Iterable<File | NativeFile>, settings: UploadSettings) => string[];
  /** Removes an upload from the queue, or aborts it. For a build it only stops watching. */
  cancel: (id: string) => void;
  /** Sends a failed or cancelled upload again. */
  retry: (id: string) => void;
  /** Continues to watch the build of an upload after watching had stopped. */
  watchAgain: (id: string) => void;
  /** Cancels an upload and forgets it. */
  remove: (id: string) => void;
  clearSettled: () => void;
  /** Records the progress or the result of a build. Without effect unless the upload is `building`. */
  observe: (id: string, outcome: UploadOutcome) => void;
  /** Cancels everything that has not ended. Builds continue, unwatched. */
  cancelAll: () => void;
};

const reportMs = 100;

/** A queue of uploads. It sends at most `concurrency` files at once, in order. */
export function createUploadQueue(settings: () => UploadQueueSettings): UploadQueue {
  const listeners = new Set<() => void>();
  const sending = new Map<string, AbortController>();
  /** Bytes that were sent since the last report. */
  const sent = new Map<string, number>();
  let uploads: readonly Upload[] = [];
  let added = 0;

  const find = (id: string) => uploads.find((upload) => upload.id === id);

  function set(next: readonly Upload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function change(id: string, changes: Partial<Upload>): void {
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
    const changed = find(id);
    if (changes.status && changed && isSettledUpload(changed)) settings().onSettled(changed);
  }

  function sendNext(): void {
    for (const upload of uploads) {
      if (sending.size >= Math.max(1, settings().concurrency)) return;
      if (upload.status === "queued" && !sending.has(upload.id)) void sendOne(upload);
    }
  }

  async function sendOne(upload: Upload): Promise<void> {
    const { id } = upload;
    const controller = new AbortController();
    const { signal } = controller;
    sending.set(id, controller);
    change(id, { status: "uploading" });
    try {
      const { build_id: buildId } = await settings().send(upload, {
        signal,
        onProgress: ({ sentBytes }) => !signal.aborted && progress(id, sentBytes),
      });
      if (!signal.aborted) change(id, { status: "building", sentBytes: upload.sizeBytes, buildId });
    } catch (error) {
      if (!signal.aborted) change(id, { status: "failed", error: error as Error });
    } finally {
      // Do nothing when a retry has replaced it already.
      if (sending.get(id) === controller) sending.delete(id);
      sendNext();
    }
  }

  /**
   * Reports steps of one hundredth, ten times a second: each one renders, and the network reports many more. React takes fifty
   * renders in a row, while something else waits, for a loop without an end.
   */
  function progress(id: string, sentBytes: number): void {
    if (sent.size === 0) setTimeout(reportSent, reportMs);
    sent.set(id, sentBytes);
  }

  function reportSent(): void {
    const reports = [...sent];
    sent.clear();
    for (const [id, sentBytes] of reports) {
      const upload = find(id);
      if (upload?.status !== "uploading") continue;
      if (sentBytes === upload.sizeBytes || sentBytes - upload.sentBytes >= upload.sizeBytes / 100)
        change(id, { sentBytes });
    }
  }

  function cancel(id: string): void {
    const upload = find(id);
    if (!upload || isSettledUpload(upload)) return;
    sending.get(id)?.abort();
    sending.delete(id);
    change(id, { status: "cancelled" });
    sendNext();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    uploads: () => uploads,
    add(files, { method, tags }) {
      const fresh = [...files].map((file): Upload => {
        added += 1;
        // React Native's knows its size in some of the libraries that choose files.
        const { name, size = 0 } = file as Partial<File>;
        return {
          ...unsent,
          id: `upload-${added}`,
          file: file as File,
          fileName: name ?? "",
          sizeBytes: size,
          method,
          tags,
        };
      });
      set([...uploads, ...fresh]);
      sendNext();
      return fresh.map(({ id }) => id);
    },
    cancel,
    retry(id) {
      const upload = find(id);
      if (upload?.status !== "failed" && upload?.status !== "cancelled") return;
      change(id, unsent);
      sendNext();
    },
    watchAgain(id) {
      if (find(id)?.buildId) change(id, { status: "building", error: undefined });
    },
    remove(id) {
      cancel(id);
      set(uploads.filter((upload) => upload.id !== id));
    },
    clearSettled: () => set(uploads.filter((upload) => !isSettledUpload(upload))),
    observe(id, outcome) {
      const upload = find(id);
      if (upload?.status !== "building") return;
      if (upload.build !== outcome.build || outcome.status !== "building") change(id, outcome);
    },
    cancelAll() {
      // Empty the queue first: aborting an upload would start the next one.
      for (const status of ["queued", "uploading", "building"])
        for (const upload of uploads) if (upload.status === status) cancel(upload.id);
    },
  };
}

const unsent = {
  status: "queued",
  sentBytes: 0,
  buildId: undefined,
  fileId: undefined,
  build: undefined,
  error: undefined,
} as const;
