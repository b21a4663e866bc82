/**
 * A model that is configured did not answer: it can't be reached, refuses, is too slow, or breaks the form it was asked
 * for. The message names the model and what to do, and is meant for the caller.
 */
export class ModelUnavailableError extends Error {
  override name = "ModelUnavailableError";
}
