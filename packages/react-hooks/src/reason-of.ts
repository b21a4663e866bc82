import { isApiError, isBuildFailedError, isConnectionError, isTimeoutError } from "@headwater/client";

/** The text of an error for the reader of the page. It contains no address, status or id. */
export function reasonOf(error: Error): string {
  if (isApiError(error)) return error.detail;
  if (isBuildFailedError(error)) return error.build.error ?? error.build.message ?? error.build.status ?? "";
  if (isTimeoutError(error)) return "The service did not answer in time.";
  // Two messages of this class contain an address. The others say how an answer ended.
  if (isConnectionError(error) && / got no answer: /.test(error.message))
    return "There is no connection to the service.";
  if (isConnectionError(error) && / unreadable answer/.test(error.message))
    return "What answered is not the service.";
  return error.message;
}
