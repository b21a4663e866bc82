import { type Answer, connectionFailed, notDone, proxyErrors } from "@headwater/proxy-core";

/** The answer when the upstream failed. It is general; `onEvent` gets the error itself. */
export function upstreamFailure(error: Error & { code?: string }, method: string): Answer {
  switch (error.code) {
    case "UND_ERR_CONNECT_TIMEOUT":
      return notDone(proxyErrors.tooSlow());
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
    case "ETIMEDOUT":
      return proxyErrors.tooSlow();
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return proxyErrors.brokenOff();
    default:
      return error.name === "HTTPParserError"
        ? proxyErrors.notTheContract()
        : connectionFailed(error, method);
  }
}
