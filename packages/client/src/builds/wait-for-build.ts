import type { Build } from "@headwater/spec";
import { ApiError } from "../errors/api-error.ts";
import { BuildFailedError } from "../errors/build-failed-error.ts";
import { BuildNotFoundError } from "../errors/build-not-found-error.ts";
import { BuildTimeoutError } from "../errors/build-timeout-error.ts";
import { ClientError } from "../errors/client-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import { startDeadline } from "../transport/deadline.ts";
import { sleep } from "../transport/sleep.ts";
import { unwrap } from "../unwrap.ts";
import { buildPhase } from "./build-phase.ts";

export type WaitOptions = {
  /** Milliseconds from one poll to the next at first. Default 2,000. */
  intervalMs?: number | undefined;
  /** What the interval grows to, by half each time. Default 5,000. */
  maxIntervalMs?: number | undefined;
  /** Milliseconds until `BuildTimeoutError`. Default 600,000. */
  timeoutMs?: number | undefined;
  /** For how long an unknown build, or a service out of reach, is put up with, in milliseconds. Default 30,000. */
  graceMs?: number | undefined;
  /** Ends the wait at once; it rejects with the signal's reason. The build itself goes on. */
  signal?: AbortSignal | undefined;
  /** Called with every state received. */
  onUpdate?: ((build: Build) => void) | undefined;
};

export type BuildResult = {
  /** `ready`; `partial` when some pages could not be parsed; `settled` when it ended with a status unknown to this version. */
  outcome: "ready" | "partial" | "settled";
  /** The source, for all later calls. */
  fileId: string;
  /** The last state received, without elements. */
  build: Build;
};

/** Longest a single poll may take beyond the time it asks the service to hold it. */
const pollTimeoutMs = 30_000;

/**
 * Waits until a build settles. Each poll asks the service to hold the answer for the interval (`Prefer: wait`), so the
 * end is seen at once; a service that answers immediately instead is asked again after the rest of the interval.
 *
 * @example const { fileId } = await waitForBuild(client, build_id, { onUpdate: ({ progress }) => show(progress) });
 * @throws {BuildFailedError} when it failed, {BuildTimeoutError}, {BuildNotFoundError}, or the signal's reason.
 */
export async function waitForBuild(
  client: SourcesClient,
  buildId: string,
  options: WaitOptions = {},
): Promise<BuildResult> {
  const { timeoutMs = 600_000, graceMs = 30_000, maxIntervalMs = 5_000 } = options;
  let { intervalMs = 2_000 } = options;
  const deadline = startDeadline(timeoutMs, options.signal);
  let seenAt = performance.now();
  let build: Build | undefined;
  try {
    for (;;) {
      const began = performance.now();
      const graceIsOver = () => performance.now() - seenAt >= graceMs;
      const polled = await poll(client, buildId, intervalMs, deadline.signal).catch((error: unknown) => {
        if (!mayPass(error) || graceIsOver()) throw error;
      });
      if (polled) {
        build = polled;
        options.onUpdate?.(build);
        const phase = buildPhase(build);
        if (phase === "waiting") seenAt = performance.now();
        else if (phase !== "missing") return resultOf(build, phase);
        else if (graceIsOver()) throw new BuildNotFoundError(buildId, graceMs);
      }
      await sleep(began + intervalMs - performance.now(), deadline.signal);
      intervalMs = Math.max(intervalMs, Math.min(intervalMs * 1.5, maxIntervalMs));
    }
  } catch (cause) {
    // The deadline's own reason says nothing of the build; the caller's is passed through.
    if (cause !== deadline.signal.reason || options.signal?.aborted) throw cause;
    throw new BuildTimeoutError(buildId, timeoutMs, build, { cause });
  } finally {
    deadline.end();
  }
}

const poll = (client: SourcesClient, buildId: string, holdMs: number, signal: AbortSignal): Promise<Build> =>
  unwrap(
    client.GET("/builds/{build_id}", {
      params: {
        path: { build_id: buildId },
        query: { suppress_elements: true },
        // Whole seconds (RFC 7240); `wait=0` would be no preference at all.
        header: { Prefer: `wait=${Math.ceil(holdMs / 1_000)}` },
      },
      timeoutMs: holdMs + pollTimeoutMs,
      signal,
    }),
  );

function resultOf(build: Build, phase: BuildResult["outcome"] | "failed"): BuildResult {
  if (phase === "failed" || !build.file_id) throw new BuildFailedError(build);
  return { outcome: phase, fileId: build.file_id, build };
}

/** Failures of a poll that say nothing about the build: no answer, 429 or 5xx. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 : error instanceof ClientError;
