import type { Fetch, Token } from "../client-options.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { authorize } from "./authorize.ts";
import type { DebugEvent } from "./debug-event.ts";
import { codeOf, type Outcome, retryDelay } from "./retry.ts";
import { sleep } from "./sleep.ts";

type SendOptions = {
  fetch: Fetch;
  token: Token | undefined;
  maxRetries: number;
  /** Whether sending the request twice does no harm. */
  repeatable: boolean;
  onDebug: ((event: DebugEvent) => void) | undefined;
};

/**
 * Sends a request and retries it when that may help, until the request's own signal aborts.
 *
 * @throws {ConnectionError} when the last attempt got no answer.
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  const { fetch, token, maxRetries, repeatable, onDebug } = options;
  const { method, signal } = request;
  const url = request.url.replace(/\?.*/, "");

  for (let attempt = 1; ; attempt++) {
    await authorize(request, token);
    signal.throwIfAborted();
    const began = performance.now();
    const mayRepeat = attempt <= maxRetries;
    const outcome: Outcome = await fetch(mayRepeat ? request.clone() : request).then(
      (response) => ({ response }),
      (cause) => ({ cause }),
    );
    const { response, cause } = outcome;
    const reason = response
      ? undefined
      : (codeOf(cause) ?? String((cause as Error | undefined)?.cause ?? cause));
    const retryInMs = mayRepeat && !signal.aborted ? retryDelay(outcome, attempt, repeatable) : undefined;
    onDebug?.({
      method,
      url,
      attempt,
      elapsedMs: performance.now() - began,
      status: response?.status,
      requestId: response?.headers.get("x-request-id"),
      reason,
      retryInMs,
    });
    if (retryInMs === undefined) {
      signal.throwIfAborted();
      if (response) return response;
      throw new ConnectionError(`${method} ${url} got no answer: ${reason}`, { cause });
    }
    // This frees the connection. Nobody reads the body, so ignore an error.
    await response?.body?.cancel().catch(() => {});
    await sleep(retryInMs, signal);
  }
}
