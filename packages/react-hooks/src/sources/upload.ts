import type { Build, MethodInput } from "@headwater/client";

/**
 * - `queued`: waits for its turn.
 * - `uploading`: `sentBytes` grows.
 * - `building`: the service has the file and parses it; `build` tells how far it is.
 * - `ready`, `partial`: the source can be used; `partial` when some pages could not be parsed.
 * - `failed`: `error` says why.
 * - `cancelled`: by `cancel`, or because the component went away during the upload.
 */
export type UploadStatus = "queued" | "uploading" | "building" | "ready" | "partial" | "failed" | "cancelled";

/** One file on its way to become a source. */
export type Upload = {
  /** Unique within its hook. */
  id: string;
  file: File;
  fileName: string;
  sizeBytes: number;
  method: MethodInput | undefined;
  status: UploadStatus;
  sentBytes: number;
  /** Known once the service has the file; it outlives `cancelled`: the build goes on. */
  buildId: string | undefined;
  /** Known once the build is recorded. */
  fileId: string | undefined;
  build: Build | undefined;
  error: Error | undefined;
};

/** Whether nothing more will happen to an upload by itself. */
export const isSettledUpload = ({ status }: Upload): boolean =>
  status !== "queued" && status !== "uploading" && status !== "building";
