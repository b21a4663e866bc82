import type { ReadLimits } from "./read-text.ts";

/** Milliseconds to wait for the end of the body after the last event. */
const endTimeoutMs = 250;

/**
 * Reads a body to its end, and ignores what comes after its last event: browsers show a body that is dropped early as a
 * failed request.
 */
export async function readToEnd(messages: AsyncGenerator<unknown>, limits: ReadLimits): Promise<void> {
  limits.idleTimeoutMs = endTimeoutMs;
  await messages.next().catch(() => {});
}
