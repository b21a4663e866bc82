import type { Build } from "@headwater/spec";

/**
 * - `waiting`: keep polling.
 * - `ready`: the source can be used.
 * - `partial`: the source can be used, but the service could not parse some of its pages.
 * - `failed`: there will be no source.
 * - `missing`: the service does not know the build. A new build may take a moment to appear.
 * - `settled`: the build ended with a status that this version does not know.
 */
export type BuildPhase = "waiting" | "ready" | "partial" | "failed" | "missing" | "settled";

/** What a client may conclude from a build. The contract's rules on build states are here and nowhere else. */
export function buildPhase(
  build: Pick<Build, "error" | "has_failed_batches"> & { status: string },
): BuildPhase {
  const { status, error } = build;
  if (status === "not_found") return "missing";
  // The contract has no such status, but other servers send it. Some set `error` to what was lost.
  if (status === "Completed with errors") return "partial";
  if (status === "Processing failed" || error != null) return "failed";
  if (status === "Completed") return build.has_failed_batches ? "partial" : "ready";
  return status === "Pending" || status === "Processing" ? "waiting" : "settled";
}

/** Whether the build has ended, so that polling can stop. */
export const isSettled = (build: Parameters<typeof buildPhase>[0]): boolean =>
  !["waiting", "missing"].includes(buildPhase(build));
