import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";

type About = {
  /** How many more attempts may help: none, one, or as many as are allowed. */
  retry: "no" | "once" | "yes";
  /** The least time that the server asked for before the next attempt. */
  retryAfterMs?: number | undefined;
  /** Whether the model itself is in trouble, and not just this request. */
  isOutage: boolean;
  /** Whether it may work later without anyone changing anything. Default: when an attempt more may help. */
  isPassing?: boolean;
};

/** Why a call to a model failed, and what follows from it. The message never has a key or the text of a document. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly retry: About["retry"];
  readonly retryAfterMs: number | undefined;
  readonly isOutage: boolean;
  readonly isPassing: boolean;

  constructor(message: string, { retry, retryAfterMs, isOutage, isPassing = retry !== "no" }: About) {
    super(message);
    this.retry = retry;
    this.retryAfterMs = retryAfterMs;
    this.isOutage = isOutage;
    this.isPassing = isPassing;
  }
}

/** The same error as a message for the caller, with a remedy. Other errors are returned unchanged. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof ModelFailure)) return error;
  const { message, isPassing, retryAfterMs } = error;
  const remedy = isPassing
    ? "Try again in a moment."
    : "The operator of this service learns more from `headwater doctor`.";
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return new ModelUnavailableError(`${sentence}. ${remedy}`, { isPassing, retryAfterMs, cause: error });
}
