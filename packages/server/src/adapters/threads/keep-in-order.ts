import type { Timer } from "../../kernel/timer.ts";

/** How often what was deleted is taken out of what is stored, in ms: half of the hour that is promised. */
const clearEveryMs = 30 * 60_000;

export type KeepInOrder = {
  /** Whether this process is the one that does the work. */
  keep(isKeeper: boolean): void;
  stop(): Promise<void>;
};

/** Keeps an index in order beside the calls of its thread, one step after the other, as long as this process is its keeper. */
export function keepInOrder(
  { tidy, clear }: { tidy: () => Promise<unknown>; clear: () => Promise<unknown> },
  {
    timer,
    isKeeper,
    tidyEveryMs,
    onFault,
  }: {
    timer: Timer;
    /** Until it hears otherwise. */
    isKeeper: boolean;
    tidyEveryMs: number;
    /** The reason of a failure that is not that of the try before: while a database is down, it is said once and not every second. */
    onFault: (reason: string) => void;
  },
): KeepInOrder {
  let keeps = isKeeper;
  let working: Promise<void> = Promise.resolve();
  let waits = false;
  /** What went wrong at the last try. */
  let said = "";
  const fails = (error: Error) => {
    if (error.message !== said) onFault(error.message);
    said = error.message;
  };
  const inTurn = (work: () => Promise<unknown>) => {
    working = working.then(work).then(() => {
      said = "";
    }, fails);
    return working;
  };
  const stopTidying = timer.every(tidyEveryMs, () => {
    // None is planned twice.
    if (waits || !keeps) return;
    waits = true;
    void inTurn(tidy).then(() => {
      waits = false;
    });
  });
  if (keeps) void inTurn(clear);
  const stopClearing = timer.every(clearEveryMs, () => {
    if (keeps) void inTurn(clear);
  });
  return {
    keep(isNow) {
      if (isNow && !keeps) void inTurn(clear);
      keeps = isNow;
    },
    async stop() {
      stopTidying();
      stopClearing();
      await working;
    },
  };
}
