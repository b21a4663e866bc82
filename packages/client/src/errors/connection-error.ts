import { ClientError } from "./client-error.ts";

/** No usable answer arrived: not reached, connection lost, or a body that is not JSON. `cause` says more. */
export class ConnectionError extends ClientError {
  override readonly name = "ConnectionError";
}
