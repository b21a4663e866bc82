import { retryAfterMs } from "../transport/retry-after.ts";
import { ClientError } from "./client-error.ts";

/**
 * The service answered with a status of 400 or above, or with a success that lacks its body.
 *
 * @example catch (error) { if (isApiError(error, 404)) return null; throw error; }
 */
export class ApiError extends ClientError {
  override readonly name = "ApiError";
  /** HTTP status. */
  declare readonly status: number;
  /** What went wrong, in the words of the service (`detail` of the error body). */
  declare readonly detail: string;
  /** `x-request-id` of the answer: it finds the request in the log of the service. */
  declare readonly requestId: string | null;
  /** How long the service asks to wait before the next try, in milliseconds. Undefined when it does not ask. */
  declare readonly retryAfterMs: number | undefined;
  /** The raw response. Its body has been read already. */
  declare readonly response: Response;

  constructor(response: Response, detail: string, options?: ErrorOptions) {
    super(`${response.status} ${detail}`, options);
    this.status = response.status;
    this.detail = detail;
    this.requestId = response.headers.get("x-request-id");
    this.retryAfterMs = retryAfterMs(response.headers);
    this.response = response;
  }
}
