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

/** How long to wait for a build, and how often to ask. */
export type WaitOptions = {
  /** Milliseconds between two polls at first. Default 2,000. */
  intervalMs?: number | undefined;
  /** Maximum interval in milliseconds: the interval grows by half after each poll up to this. Default 5,000. */
  maxIntervalMs?: number | undefined;
  /** Milliseconds until `BuildTimeoutError`. Default 600,000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for which an unknown build or an unreachable service is tolerated. Default 30,000. */
  graceMs?: number | undefined;
  /** Ends the wait at once: it rejects with the signal's reason. The build itself continues. */
  signal?: AbortSignal | undefined;
  /** Called with every state that is received. */
  onUpdate?: ((build: Build) => void) | undefined;
};

/** A build that has ended, and which way. */
export type BuildResult = {
  /**
   * `ready`; `partial` when some pages could not be parsed; `settled` when the build ended with a status that this
   * version does not know.
   */
  outcome: "ready" | "partial" | "settled";
  /** The id of the source, for all later calls. */
  fileId: string;
  /** The last state received, without elements. */
  build: Build;
};

/** Maximum milliseconds that a poll may take in addition to the time that the service is asked to hold it. */
const pollTimeoutMs = 30_000;

/**
 * Waits until a build has ended. Each poll asks the service to hold its answer for the interval (`Prefer: wait`), so
 * the end is seen at once. If the service answers immediately, the next poll comes after the rest of the interval.
 *
 * @example const { fileId } = await waitForBuild(client, build_id, { onUpdate: ({ progress }) => show(progress) });
 * @throws {BuildFailedError} when the build failed, {BuildTimeoutError}, {BuildNotFoundError}, or the signal's reason.
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
    // The reason of our own deadline says nothing about the build, so replace it. Pass the caller's reason on.
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
        // `Prefer: wait` takes whole seconds (RFC 7240). `wait=0` would not express a preference.
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

/** Poll failures that say nothing about the build: no answer, 429 or 5xx. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 : error instanceof ClientError;
