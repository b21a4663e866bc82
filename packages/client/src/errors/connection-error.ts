import { ClientError } from "./client-error.ts";

/**
 * No usable answer arrived: the service could not be reached, the connection was lost, or the body is not JSON. `cause`
 * says more.
 */
export class ConnectionError extends ClientError {
  override readonly name: "ConnectionError" | "OutcomeUnknownError" = "ConnectionError";
}
