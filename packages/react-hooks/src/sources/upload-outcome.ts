import { type Build, BuildFailedError, BuildNotFoundError, BuildTimeoutError } from "@headwater/client";
import type { UseBuildResult } from "../builds/build-result.ts";
import type { WatchLimits } from "../builds/build-watch.ts";
import type { Upload } from "./upload.ts";

export type UploadOutcome = Pick<Upload, "status" | "build" | "fileId" | "error">;

/** The status of an upload, from what is known of its build. */
export function uploadOutcome(
  buildId: string,
  { data: build, stopped, error }: Pick<UseBuildResult, "data" | "stopped" | "error">,
  limits: WatchLimits,
): UploadOutcome {
  const fileId = build?.file_id ?? undefined;
  const failed = (reason: Error) => ({ status: "failed", build, fileId, error: reason }) as const;
  switch (stopped) {
    case undefined:
      return { status: "building", build, fileId, error: undefined };
    case "deadline":
      return failed(new BuildTimeoutError(buildId, limits.timeoutMs, build));
    case "not_found":
      return failed(new BuildNotFoundError(buildId, limits.graceMs));
    case "error":
      return failed(error as Error);
    case "failed":
      return failed(new BuildFailedError(build as Build));
    default:
      // This version does not know the status, but the build has a source, so treat it as ready.
      if (!fileId) return failed(new BuildFailedError(build as Build));
      return { status: stopped === "partial" ? "partial" : "ready", build, fileId, error: undefined };
  }
}
