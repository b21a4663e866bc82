import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import type { Clock } from "../../src/kernel/clock.ts";

/** A clock that stands still until it is told to go on. */
export type ManualClock = Clock & { advance(milliseconds: number): void };

export const createManualClock = (start = new Date("2026-01-01T00:00:00.000Z")): ManualClock => {
  let instant = start.getTime();
  return {
    now: () => new Date(instant),
    advance: (milliseconds) => {
      instant += milliseconds;
    },
  };
};

/** What every store suite starts from: the stores over an empty database of their own. */
export type StoresUnderTest = Stores & {
  clock: ManualClock;
  /** The same database through a connection of its own, as another process would have it. */
  connectAgain(): Promise<Stores>;
  /** Closes every connection and throws the database away. */
  close(): Promise<void>;
};

export type OpenStores = () => Promise<StoresUnderTest>;
