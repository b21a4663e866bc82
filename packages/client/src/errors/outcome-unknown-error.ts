import { ConnectionError } from "./connection-error.ts";

/**
 * The answer to a change was lost, so it is not known whether the service carried it out: look before you send it again. It
 * is also a `ConnectionError`. `cause` is the failed connection, or the `ApiError` of a gateway.
 */
export class OutcomeUnknownError extends ConnectionError {
  override readonly name = "OutcomeUnknownError";
}
