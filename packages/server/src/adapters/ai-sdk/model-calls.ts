import { setTimeout as after } from "node:timers/promises";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { explainFailure } from "./explain-failure.ts";
import { ModelFailure } from "./model-failure.ts";
import { createPlaces } from "./places.ts";
import { beginStream } from "./streamed-call.ts";

export type ModelCalls = {
  /**
   * Makes one call: waits for a free place, gives it a deadline, and tries again where that may help. `work` must stop
   * with its signal. Throws ModelFailure, or the reason of `signal`.
   */
  call<T>(work: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T>;
  /**
   * The same for an answer that comes piece by piece. It is tried again until the first piece is there. The deadline counts
   * from one piece to the next. Leaving the iteration ends the call.
   */
  stream<T>(open: (signal: AbortSignal) => AsyncIterable<T>, options: CallOptions): AsyncIterable<T>;
};

export type CallOptions = {
  signal: AbortSignal;
  /** For each attempt; the time in which the call waits for its place does not count. */
  timeoutMs: number;
  /** Default 4. */
  maxAttempts?: number;
};

export type CallRules = {
  model: ConfiguredModel;
  maxConcurrent: number;
  /** A server that asks for more patience than this is taken for out of order. Default 60 s. */
  maxRetryAfterMs?: number;
  /** Milliseconds of a steady clock. */
  now?: () => number;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

const defaultAttempts = 4;
const firstPauseMs = 1_000;
const maxPauseMs = 20_000;

/** What all calls to one model share: a limit of calls at a time, retries, and a circuit breaker. */
export function createModelCalls({
  model,
  maxConcurrent,
  maxRetryAfterMs = 60_000,
  now = () => performance.now(),
  random = Math.random,
  wait = (milliseconds, signal) => after(milliseconds, undefined, { signal }),
}: CallRules): ModelCalls {
  const breaker = createCircuitBreaker(now);
  const places = createPlaces(maxConcurrent);

  const attempt = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    { signal, timeoutMs }: CallOptions,
  ): Promise<T> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await work(AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted)
        throw new ModelFailure(`the model ${model.model} gave no answer within ${timeoutMs / 1000} s`, {
          retry: "no",
          isOutage: true,
          isPassing: true,
        });
      throw explainFailure(error, model);
    }
  };

  /** Makes attempts until one succeeds or no other may help. */
  const attempts = async <T>(once: () => Promise<T>, options: CallOptions): Promise<T> => {
    const { maxAttempts = defaultAttempts } = options;
    const left = { no: 0, once: Math.min(1, maxAttempts - 1), yes: maxAttempts - 1 };
    for (let number = 1; ; number += 1) {
      options.signal.throwIfAborted();
      breaker.check();
      try {
        return await once();
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        const { retry, retryAfterMs = 0 } = error;
        if (left[retry] === 0 || retryAfterMs > maxRetryAfterMs) {
          if (error.isOutage) breaker.failed(error);
          throw error;
        }
        left[retry] -= 1;
        const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** (number - 1)) * (0.5 + random() / 2);
        await wait(Math.max(retryAfterMs, pause), options.signal).catch((reason: unknown) => {
          options.signal.throwIfAborted();
          throw reason;
        });
      }
    }
  };

  return {
    async call(work, options) {
      const leave = await places.enter(options.signal);
      try {
        const answer = await attempts(() => attempt(work, options), options);
        breaker.succeeded();
        return answer;
      } finally {
        leave();
      }
    },

    async *stream(open, options) {
      const leave = await places.enter(options.signal);
      try {
        const call = await attempts(() => beginStream(open, options, model), options);
        try {
          for (let piece = call.first; !piece.done; piece = await call.next()) yield piece.value;
          breaker.succeeded();
        } catch (error) {
          if (error instanceof ModelFailure && error.isOutage) breaker.failed(error);
          throw error;
        } finally {
          call.end();
        }
      } finally {
        leave();
      }
    },
  };
}
