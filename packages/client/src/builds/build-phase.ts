import type { Build } from "@headwater/spec";

/**
 * - `waiting`: keep polling.
 * - `ready`: the source can be used.
 * - `partial`: the source can be used, but some of its pages could not be parsed.
 * - `failed`: there will be no source.
 * - `missing`: not recorded, or not yet: a fresh build may take a moment to be known.
 * - `settled`: ended with a status this version does not know.
 */
export type BuildPhase = "waiting" | "ready" | "partial" | "failed" | "missing" | "settled";

/** What a client may conclude from a build: the contract's rules on states, in one place. */
export function buildPhase(
  build: Pick<Build, "error" | "has_failed_batches"> & { status: string },
): BuildPhase {
  const { status, error } = build;
  if (status === "not_found") return "missing";
  // Not a status of the contract, but other servers send it, some with `error` describing what was lost.
  if (status === "Completed with errors") return "partial";
  if (status === "Processing failed" || error != null) return "failed";
  if (status === "Completed") return build.has_failed_batches ? "partial" : "ready";
  return status === "Pending" || status === "Processing" ? "waiting" : "settled";
}

/** Whether polling can stop. */
export const isSettled = (build: Parameters<typeof buildPhase>[0]): boolean =>
  !["waiting", "missing"].includes(buildPhase(build));
