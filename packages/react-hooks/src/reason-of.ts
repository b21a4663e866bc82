import {
  isApiError,
  isBuildFailedError,
  isBuildNotFoundError,
  isBuildTimeoutError,
  isConnectionError,
  isOutcomeUnknownError,
  isTimeoutError,
} from "@headwater/client";
import { isFileIdsPendingError } from "./file-ids-pending-error.ts";

/**
 * The text of an error for the reader of the page. It contains no address, status or id. It takes the `error` of any of
 * these hooks, uploads and messages, or whatever else was thrown. Without an error it is empty.
 *
 * @example {sources.isError && <p role="alert">{reasonOf(sources.error)}</p>}
 */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (isOutcomeUnknownError(error)) {
    const reason = isApiError(error.cause) ? reasonOf(error.cause) : "The answer was lost";
    return `${reason.replace(/\.$/, "")}. It may have worked: look before you try again.`;
  }
  if (/ unreadable answer\. Is baseUrl right\?$/.test(message))
    return isApiError(error) && [502, 503, 504].includes(error.status)
      ? "A gateway answered: the service is not available."
      : "What answered is not the service.";
  if (isApiError(error)) return error.detail;
  if (isBuildFailedError(error)) return error.build.error ?? error.build.message ?? error.build.status ?? "";
  if (isBuildTimeoutError(error)) return "It takes longer than expected, and may still succeed.";
  if (isBuildNotFoundError(error)) return "The service does not know of it any more.";
  if (isTimeoutError(error)) return "The service did not answer in time.";
  if (isFileIdsPendingError(error)) return "The sources are not known yet.";
  // This message contains an address. The others of this class say how an answer ended.
  if (isConnectionError(error) && / got no answer: /.test(message))
    return "There is no connection to the service.";
  return message;
}

/** Promises may be rejected with anything. */
function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  const { message } = (error ?? { message: "" }) as { message?: unknown };
  return typeof message === "string" ? message : "Something went wrong.";
}
