/** Why a call to a model failed, and what follows from it. The message never has a key or the text of a document. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  /** How many more attempts may help: none, one, or as many as are allowed. */
  readonly retry: "no" | "once" | "yes";
  /** The least time that the server asked for before the next attempt. */
  readonly retryAfterMs: number | undefined;
  /** Whether the model itself is in trouble, and not just this request. */
  readonly isOutage: boolean;

  constructor(
    message: string,
    about: { retry: ModelFailure["retry"]; retryAfterMs?: number | undefined; isOutage: boolean },
  ) {
    super(message);
    this.retry = about.retry;
    this.retryAfterMs = about.retryAfterMs;
    this.isOutage = about.isOutage;
  }
}
