/**
 * Why a `fetch` failed. Node has a code in `cause`, Bun in the error itself, Deno only a sentence, and browsers nothing
 * that distinguishes failures.
 */
export function fetchFailure(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  // `DOMException` has numbers.
  return String([cause?.code, code].find((each) => typeof each === "string") ?? cause ?? error);
}

/**
 * Failures to make a connection, so that nothing can have been sent: codes of Node and Bun, those of TLS, a
 * sentence of Deno.
 */
const unconnected =
  /^(?:ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|\w*(?:CERT|LEAF|VERSION)\w*)$|client error \(Connect\)/;

/** Whether a failure of `fetchFailure` says that no connection was made, so that the server got nothing. */
export const wasNeverConnected = (failure: string): boolean => unconnected.test(failure);
