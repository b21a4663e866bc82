import type { BuildId } from "../kernel/ids.ts";

/** Port: tells those who wait, in whichever process, that a build ended. A lost message costs them time, never the answer. */
export type BuildEvents = {
  announce(buildId: BuildId): void;
  /** Resolves when the build ends, the time is up, or the signal aborts, whichever comes first. */
  wait(buildId: BuildId, milliseconds: number, signal: AbortSignal): Promise<void>;
};
