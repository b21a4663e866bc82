import { fetchFailure, wasNeverConnected } from "@headwater/spec/fetch-failure";
import type { Fetch, Token } from "../client-options.ts";
import { ClientError } from "../errors/client-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { OutcomeUnknownError } from "../errors/outcome-unknown-error.ts";
import { throwIfAborted } from "./aborted.ts";
import { authorize } from "./authorize.ts";
import type { DebugEvent } from "./debug-event.ts";
import type { Repeat } from "./repeats.ts";
import { isUncertain, type Outcome, retryDelay } from "./retry.ts";
import { sleep } from "./sleep.ts";
import type { CallResult } from "./surface-call.ts";

type SendOptions = {
  fetch: Fetch;
  token: Token | undefined;
  maxRetries: number;
  repeat: Repeat;
  /** Reads an answer that is not retried. When it fails, the answer was lost. */
  read: (response: Response) => Promise<CallResult<unknown>>;
  /** That of the request. Some runtimes give the request another one. */
  signal: AbortSignal;
  onDebug: ((event: DebugEvent) => void) | undefined;
};

type Attempt = Outcome & { result?: CallResult<unknown>; cause?: unknown; reason?: string };

/**
 * Sends a request and retries it when that may help, until the signal aborts. `mayBeRepeated` says that an earlier
 * attempt may have been carried out.
 *
 * @throws {ConnectionError} when the last attempt got no answer. {OutcomeUnknownError} when the request must not be sent
 *   twice.
 */
export async function send(
  request: Request,
  { fetch, token, maxRetries, repeat, read, signal, onDebug }: SendOptions,
): Promise<{ result: CallResult<unknown>; mayBeRepeated: boolean }> {
  const { method } = request;
  const url = request.url.replace(/\?.*/, "");
  let mayBeRepeated = false;

  for (let attempt = 1; ; attempt++) {
    await authorize(request, token);
    throwIfAborted(signal);
    const began = performance.now();
    const mayRepeat = attempt <= maxRetries;
    const delayAfter = (outcome: Outcome) =>
      mayRepeat && !signal.aborted ? retryDelay(outcome, attempt, repeat !== "unknown") : undefined;

    let outcome: Attempt = await fetch(mayRepeat ? request.clone() : request).then(
      (response) => ({ response }),
      lost,
    );
    const { response } = outcome;
    let retryInMs = delayAfter(outcome);
    if (response && retryInMs === undefined) {
      outcome = await read(response).then((result) => ({ response, result }), lost);
      retryInMs = delayAfter(outcome);
    }
    const { result, reason, cause } = outcome;
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
      throwIfAborted(signal);
      if (result) return { result, mayBeRepeated };
      const isUnknown = repeat === "unknown" && isUncertain(outcome);
      throw new (isUnknown ? OutcomeUnknownError : ConnectionError)(
        `${isUnknown ? "The request may have been carried out: " : ""}${method} ${url} got no answer: ${reason}`,
        { cause },
      );
    }
    mayBeRepeated ||= isUncertain(outcome);
    // This frees the connection. The body is not needed, so ignore an error.
    await response?.body?.cancel().catch(() => {});
    await sleep(retryInMs, signal);
  }
}

/** What is wrong with the answer itself, or with the file to be sent, is not a lost connection. */
function lost(cause: unknown): Attempt {
  // Node's fetch wraps what the stream of a file threw.
  for (const error of [cause, (cause as { cause?: unknown } | undefined)?.cause])
    if (error instanceof ClientError) throw error;
  const reason = fetchFailure(cause);
  return { cause, reason, wasUnsent: wasNeverConnected(reason) };
}
