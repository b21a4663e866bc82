import type { Build, MethodInput } from "@headwater/client";

/**
 * - `queued`: waits for its turn.
 * - `uploading`: `sentBytes` grows.
 * - `building`: the service has the file and parses it; `build` has its progress.
 * - `ready`, `partial`: the source can be used; `partial` when some pages could not be parsed.
 * - `failed`: `error` says why.
 * - `cancelled`: by `cancel`, or because the provider (or the component that owned it) went away.
 */
export type UploadStatus = "queued" | "uploading" | "building" | "ready" | "partial" | "failed" | "cancelled";

/** How a file is read, and what its source is collected under. */
export type UploadSettings = {
  /** How to partition the file. Default: the setting of the service. */
  method?: MethodInput | undefined;
  /** Tags of the source: at most 20 of at most 64 characters, without commas. */
  tags?: readonly string[] | undefined;
};

/** A file that is being uploaded and made a source. */
export type Upload = {
  /** Unique within its queue. */
  id: string;
  /** As it was added: in React Native what was chosen there. */
  file: File;
  fileName: string;
  sizeBytes: number;
  method: MethodInput | undefined;
  tags: readonly string[] | undefined;
  status: UploadStatus;
  sentBytes: number;
  /** Known when the service has the file. It stays after `cancelled`, because the build continues. */
  buildId: string | undefined;
  /** Known when the build is recorded. */
  fileId: string | undefined;
  build: Build | undefined;
  error: Error | undefined;
};

/** Whether an upload has ended: nothing more happens to it by itself. */
export const isSettledUpload = ({ status }: Upload): boolean =>
  status !== "queued" && status !== "uploading" && status !== "building";
