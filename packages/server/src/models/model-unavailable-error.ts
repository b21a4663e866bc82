/**
 * A model that is configured did not answer: it can't be reached, refuses, is too slow, or breaks the form it was asked
 * for. The message names the model and what to do, and is meant for the caller.
 */
export class ModelUnavailableError extends Error {
  override name = "ModelUnavailableError";
  /** Whether the same request may succeed later without anyone changing a setting. */
  readonly isPassing: boolean;
  /** The earliest time at which it may succeed, in ms from now. Undefined: nothing is known. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      isPassing = true,
      retryAfterMs,
      ...options
    }: ErrorOptions & { isPassing?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
  }
}
