import type { ConfiguredModel } from "../../models/configured-models.ts";
import { explainFailure } from "./explain-failure.ts";
import { ModelFailure } from "./model-failure.ts";

/** An answer of which the first piece is there. */
export type StreamedCall<T> = {
  first: IteratorResult<T>;
  /** Throws ModelFailure, or the reason of the caller's signal. */
  next(): Promise<IteratorResult<T>>;
  /** Closes the connection. */
  end(): void;
};

/** A model may write for so many times as long as it may be silent. */
const maxSilences = 5;

/** Begins to read a stream, once. `timeoutMs` is how long the model may be silent, before the first piece and between two. */
export async function beginStream<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  model: ConfiguredModel,
): Promise<StreamedCall<T>> {
  const silent = new AbortController();
  const ended = new AbortController();
  const whole = AbortSignal.timeout(timeoutMs * maxSilences);
  const iterator = open(AbortSignal.any([signal, silent.signal, whole, ended.signal]))[
    Symbol.asyncIterator
  ]();
  const end = () => ended.abort();

  const failureOf = (error: unknown, began: boolean): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof ModelFailure) return error;
    const who = `the model ${model.model}`;
    const isLate = silent.signal.aborted || whole.aborted;
    const seconds = (silent.signal.aborted ? timeoutMs : timeoutMs * maxSilences) / 1000;
    if (!began && isLate)
      return new ModelFailure(`${who} gave no answer within ${seconds} s`, {
        retry: "no",
        isOutage: true,
        isPassing: true,
      });
    if (!began) return explainFailure(error, model);
    const why = isLate ? `: nothing more came within ${seconds} s` : "";
    // What was written so far is with the caller, so nothing can be tried again here.
    return new ModelFailure(`${who} broke off in the middle of its answer${why}`, {
      retry: "no",
      isOutage: true,
      isPassing: true,
    });
  };

  const read = async (began: boolean): Promise<IteratorResult<T>> => {
    const limit = setTimeout(() => silent.abort(), timeoutMs);
    try {
      return await iterator.next();
    } catch (error) {
      end();
      throw failureOf(error, began);
    } finally {
      clearTimeout(limit);
    }
  };

  return { first: await read(false), next: () => read(true), end };
}
