import { setTimeout as after } from "node:timers/promises";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { explainFailure } from "./explain-failure.ts";
import { ModelFailure } from "./model-failure.ts";

export type ModelCalls = {
  /**
   * Makes one call: waits for a free place, gives it a deadline, and tries again where that may help. `work` must stop
   * with its signal. Throws ModelFailure, or the reason of `signal`.
   */
  call<T>(work: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T>;
};

export type CallOptions = {
  signal: AbortSignal;
  /** For each attempt; the time in which the call waits for its place does not count. */
  timeoutMs: number;
};

export type CallRules = {
  model: ConfiguredModel;
  maxConcurrent: number;
  now?: () => number;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

const maxAttempts = 4;
const firstPauseMs = 1_000;
const maxPauseMs = 20_000;
/** A server that asks for more patience than this is taken for out of order. */
const maxRetryAfterMs = 60_000;

/** What all calls to one model share: a limit of calls at a time, retries, and a circuit breaker. */
export function createModelCalls({
  model,
  maxConcurrent,
  now = Date.now,
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
        });
      throw explainFailure(error, model, now);
    }
  };

  const attempts = async <T>(work: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> => {
    const left = { no: 0, once: 1, yes: maxAttempts - 1 };
    for (let number = 1; ; number += 1) {
      options.signal.throwIfAborted();
      breaker.check();
      try {
        const answer = await attempt(work, options);
        breaker.succeeded();
        return answer;
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
        return await attempts(work, options);
      } finally {
        leave();
      }
    },
  };
}

/** A queue before a number of places. Whoever enters gets the function that gives the place back. */
function createPlaces(count: number) {
  let free = count;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return leave;
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        };
        const giveUp = () => {
          queue.splice(queue.indexOf(enter), 1);
          reject(signal.reason);
        };
        queue.push(enter);
        signal.addEventListener("abort", giveUp, { once: true });
      });
      return leave;
    },
  };
}
