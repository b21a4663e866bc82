import { fetchFailure, wasNeverConnected } from "@headwater/spec/fetch-failure";
import { proxyErrors } from "../errors.ts";
import type { Answer } from "../plan.ts";

/** Codes of Node and Bun, and a sentence of Deno, which has no codes. */
const lost =
  /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed|ConnectionReset)$|client error \(SendRequest\)/;

/** Whether a connection to the service broke after it had been made. The service may have received the request. */
export const isLostConnection = (error: unknown): boolean => lost.test(fetchFailure(error));

/** The answer when the connection to the service failed before its answer began. */
export function connectionFailed(error: unknown, method: string): Answer {
  if (wasNeverConnected(fetchFailure(error))) return proxyErrors.unconnected();
  return !isRead(method) && isLostConnection(error)
    ? proxyErrors.outcomeUnknown()
    : proxyErrors.unreachable();
}

/** Whether a request changes nothing at the service, so that it may be sent twice. */
export const isRead = (method: string | undefined): boolean =>
  method === undefined || method === "GET" || method === "HEAD";

/** Requests that are sent again before the failure is passed on: every kept connection of a pool may have been closed. */
const maxRepeats = 3;

/**
 * The same `fetch`, but a GET or HEAD is sent again, up to three times, when its connection broke before the answer
 * began. A server that closes a kept connection may do so at the moment at which the next request arrives, and `fetch`
 * can't be asked for a new connection.
 */
export const repeatReads =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    for (let repeats = 0; ; repeats++) {
      try {
        return await fetch(input, init);
      } catch (error) {
        const mayRepeat = repeats < maxRepeats && isRead(init?.method) && !init?.signal?.aborted;
        if (!mayRepeat || !isLostConnection(error)) throw error;
      }
    }
  };
