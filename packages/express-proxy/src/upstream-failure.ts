import { type Answer, isLostConnection, isRead, proxyErrors } from "@headwater/proxy-core";

/** The answer when the upstream failed. It is general; `onEvent` gets the error itself. */
export function upstreamFailure(error: Error & { code?: string }, method: string): Answer {
  switch (error.code) {
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
    case "ETIMEDOUT":
      return proxyErrors.tooSlow();
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return proxyErrors.brokenOff();
    default:
      if (error.name === "HTTPParserError") return proxyErrors.notTheContract();
      return !isRead(method) && isLostConnection(error)
        ? proxyErrors.outcomeUnknown()
        : proxyErrors.unreachable();
  }
}
