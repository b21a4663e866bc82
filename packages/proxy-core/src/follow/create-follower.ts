import { LRUCache } from "lru-cache";
import type { OpenIngestion } from "../ownership/ownership-store.ts";
import { recentEntries } from "../recent-entries.ts";
import { followPace, pauseAfter } from "./follow-pace.ts";
import { createTurns } from "./turns.ts";

export type Follower = {
  /** Follows a build until it has ended, unless it is followed already. */
  follow: (ingestion: OpenIngestion, token: string | undefined) => void;
};

export type FollowerOptions = {
  /**
   * Asks the service about a build and records what it says. Resolves to whether it is still open. Rejects when it
   * is not known.
   */
  look: (ingestion: OpenIngestion, token: string | undefined) => Promise<boolean>;
  /** The open ingestions that a lasting store names. Absent for a store that ends with the process. */
  listOpen?: ((max: number) => Promise<readonly OpenIngestion[]>) | undefined;
  /** Called for a failure after a success, not for each one of a row. */
  onFailure: (error: unknown) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Looks after the builds whose callers do not ask any more. With a lasting store it begins with those that were open when
 * the process ended, and takes over those of other processes that have ended. It has no more than some requests open,
 * pauses longer from time to time, gives up a build after a day, and does not keep the process alive.
 */
export function createFollower({ look, listOpen, onFailure, signal }: FollowerOptions): Follower {
  const followed = new Set<string>();
  const givenUp = new LRUCache<string, true>(recentEntries(followPace.maxFollowed));
  const turns = createTurns(followPace.concurrency);
  const isEnded = () => signal?.aborted ?? false;
  let isFailing = false;
  const tell = (error: unknown) => {
    if (!isFailing) onFailure(error);
    isFailing = true;
  };

  async function lookUntilEnd(ingestion: OpenIngestion, token: string | undefined): Promise<void> {
    const endsAt = performance.now() + followPace.maxMs;
    for (let count = 0, failures = 0; !isEnded(); count++) {
      await pause(pauseAfter(count, failures));
      if (isEnded()) return;
      if (performance.now() > endsAt) {
        givenUp.set(ingestion.buildId, true);
        return onFailure(
          new Error(`Build ${ingestion.buildId} has not ended within a day: it is not followed any more`),
        );
      }
      try {
        if (!(await turns.take(() => look(ingestion, token)))) return;
        failures = 0;
        isFailing = false;
      } catch (error) {
        failures++;
        tell(error);
      }
    }
  }

  function follow(ingestion: OpenIngestion, token: string | undefined): void {
    const { buildId } = ingestion;
    // What does not fit is found by the next look at the store, or by the next request of its caller.
    if (followed.has(buildId) || givenUp.has(buildId) || followed.size >= followPace.maxFollowed || isEnded())
      return;
    followed.add(buildId);
    void lookUntilEnd(ingestion, token).finally(() => followed.delete(buildId));
  }

  async function takeOver(list: NonNullable<typeof listOpen>): Promise<void> {
    while (!isEnded()) {
      try {
        for (const ingestion of await list(followPace.maxFollowed)) follow(ingestion, undefined);
      } catch (error) {
        tell(error);
      }
      await pause(followPace.takeOverMs);
    }
  }
  if (listOpen) void takeOver(listOpen);

  return { follow };
}

/** A timer that does not keep the process alive. Runtimes other than Node have no `unref`. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, milliseconds);
    (timer as { unref?: () => void }).unref?.();
  });
