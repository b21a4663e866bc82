import { isApiError, isBuildFailedError, isConnectionError, isTimeoutError } from "@headwater/client";

/** What is said of an error to whoever reads the page: no address, no status, no id. */
export function reasonOf(error: Error): string {
  if (isApiError(error)) return error.detail;
  if (isBuildFailedError(error)) return error.build.error ?? error.build.message ?? error.build.status ?? "";
  if (isTimeoutError(error)) return "The service did not answer in time.";
  // Two of its messages name an address; the others say how an answer ended.
  if (isConnectionError(error) && / got no answer: /.test(error.message))
    return "There is no connection to the service.";
  if (isConnectionError(error) && / unreadable answer/.test(error.message))
    return "What answered is not the service.";
  return error.message;
}
