import type { BuildId } from "../kernel/ids.ts";

/** Port: notifies waiting requests, in any process, that a build ended. A lost message costs time, never the answer. */
export type BuildEvents = {
  announce(buildId: BuildId): void;
  /** Resolves when the build ends, the time is up, or the signal aborts, whichever comes first. */
  wait(buildId: BuildId, milliseconds: number, signal: AbortSignal): Promise<void>;
};
