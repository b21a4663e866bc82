import { ParseError } from "@headwater/reader";
import { AcquireError, SourceUnavailableError } from "../sources/acquire/acquire.ts";
import { BuildError, buildErrors, ReaderStoppedError } from "./errors.ts";
import { outages, passingFault } from "./faults.ts";

/** `retryInMs` null: the build ends with the text. `isCounted` false: as if this attempt had not been made. */
export type FailureDecision = { retryInMs: number; isCounted: boolean } | { retryInMs: null; text: string };

/** Longest wait that a site's Retry-After may cause; a longer one fails the build. */
const maxRetryAfterMs = 10 * 60_000;

/** So long after it was sent a build waits for what is away to come back; then its attempts count. */
const maxOutageMs = 24 * 60 * 60_000;

/**
 * Whether a failed attempt is a verdict on the document. A full disk, a busy database and their like pass: the build is
 * tried again while it has attempts, after a pause that grows; so is a site that can't be reached at the moment. While the
 * database, the files or the index are away it waits, so that an outage does not fail a queue full of builds. A reader that died or fell silent gets one more attempt.
 */
export function judgeFailure(
  error: unknown,
  { attempts, ageMs }: { attempts: number; ageMs: number },
  { maxAttempts, retryMs }: { maxAttempts: number; retryMs: number },
): FailureDecision {
  const retryInMs = retryMs * 6 ** (attempts - 1);
  const fault = passingFault(error);
  if (fault !== null) {
    if (outages.has(fault) && ageMs < maxOutageMs) return { retryInMs, isCounted: false };
    if (attempts < maxAttempts) return { retryInMs, isCounted: true };
    return { retryInMs: null, text: buildErrors.passingFault(fault, attempts) };
  }
  if (error instanceof SourceUnavailableError) {
    if (attempts < maxAttempts)
      return {
        retryInMs: Math.max(retryInMs, Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs)),
        isCounted: true,
      };
    return { retryInMs: null, text: buildErrors.unavailable(error.message, attempts) };
  }
  if (error instanceof ReaderStoppedError && attempts < Math.min(2, maxAttempts))
    return { retryInMs, isCounted: true };
  const readable =
    error instanceof AcquireError || error instanceof ParseError || error instanceof BuildError;
  return { retryInMs: null, text: readable ? error.message : buildErrors.unexpected() };
}
