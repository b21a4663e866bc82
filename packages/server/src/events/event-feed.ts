import type { ProjectId } from "../kernel/ids.ts";
import type { Timer } from "../kernel/timer.ts";
import { eventsGone } from "./errors.ts";
import type { ProjectEvent } from "./event.ts";
import type { EventStore } from "./event-store.ts";

/** After which event to begin: its number, the latest one, or null for the oldest that is kept. */
export type EventPlace = number | "latest" | null;

export type EventFeed = {
  /** Events after a place, the number to go on after, and whether there are more. Throws 410 where some of them are gone. */
  page(projectId: ProjectId, place: EventPlace, limit: number): Promise<EventsRead>;
  /** Events after a place, and then those that happen, until the signal aborts. An empty batch is a sign of life. Throws 410 as `page`. */
  follow(projectId: ProjectId, place: EventPlace, signal: AbortSignal): AsyncIterable<ProjectEvent[]>;
  /** Whether as many follow the project as may. */
  isFull(projectId: ProjectId): boolean;
  /** Looks for new events now. */
  wake(): void;
  close(): void;
};

export type EventsRead = { events: ProjectEvent[]; next: number; hasMore: boolean };

/** How often it is looked for events of which no message came, in ms. */
const lookEveryMs = 1_000;
/** A stream without events gives a sign of life after this time, in ms. */
export const signOfLifeMs = 15_000;
const batchSize = 100;
export const maxFollowers = 32;

type Waiting = { projectId: ProjectId; after: number; wake: () => void };

/** Reads events from the store. One look serves all who wait in this process. */
export function createEventFeed({
  projectEvents: events,
  timer,
}: {
  projectEvents: Pick<EventStore, "after" | "latestOf">;
  timer: Timer;
}): EventFeed {
  const waiting = new Set<Waiting>();
  const following = new Map<ProjectId, number>();
  let looking = false;
  let lookAgain = false;

  const latest = async (projectId: ProjectId) => (await events.latestOf([projectId])).get(projectId) ?? 0;

  const look = async () => {
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    do {
      lookAgain = false;
      const asked = [...waiting];
      const numbers = await events.latestOf([...new Set(asked.map(({ projectId }) => projectId))]);
      for (const { projectId, after, wake } of asked) if ((numbers.get(projectId) ?? 0) !== after) wake();
    } while (lookAgain);
  };
  const wake = () => {
    if (waiting.size === 0) return;
    // While the database is down, those who wait go on waiting; the next look finds what they missed.
    look()
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  };
  const stopLooking = timer.every(lookEveryMs, wake);

  /** Numbers have no gaps: an event that is missing was removed, or the database is a restored one. */
  const read = async (projectId: ProjectId, after: number, limit: number): Promise<ProjectEvent[]> => {
    const found = await events.after(projectId, after, limit);
    const next = found[0]?.number ?? (await latest(projectId)) + 1;
    if (next === after + 1) return found;
    // One may have come between the two questions.
    const again = found.length > 0 ? found : await events.after(projectId, after, limit);
    if (again[0]?.number !== after + 1) throw eventsGone(after);
    return again;
  };

  const begin = async (projectId: ProjectId, place: EventPlace): Promise<number> => {
    if (place === "latest") return latest(projectId);
    if (place !== null) return place;
    const [oldest] = await events.after(projectId, 0, 1);
    return oldest ? oldest.number - 1 : latest(projectId);
  };

  const change = (projectId: ProjectId, after: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        waiting.delete(entry);
        stopWaiting();
        signal.removeEventListener("abort", done);
        resolve();
      };
      const entry: Waiting = { projectId, after, wake: done };
      const stopWaiting = timer.every(signOfLifeMs, done);
      signal.addEventListener("abort", done, { once: true });
      waiting.add(entry);
      if (signal.aborted) done();
    });

  return {
    async page(projectId, place, limit) {
      const after = await begin(projectId, place);
      const found = await read(projectId, after, limit + 1);
      const page = found.slice(0, limit);
      return { events: page, next: page.at(-1)?.number ?? after, hasMore: found.length > limit };
    },

    async *follow(projectId, place, signal) {
      following.set(projectId, (following.get(projectId) ?? 0) + 1);
      try {
        let after = await begin(projectId, place);
        // The reader learns at once that it is connected, or that events are gone.
        for (let batch = await read(projectId, after, batchSize); !signal.aborted; ) {
          yield batch;
          after = batch.at(-1)?.number ?? after;
          if (batch.length === 0) await change(projectId, after, signal);
          if (!signal.aborted) batch = await read(projectId, after, batchSize);
        }
      } finally {
        const left = (following.get(projectId) ?? 1) - 1;
        if (left > 0) following.set(projectId, left);
        else following.delete(projectId);
      }
    },

    isFull: (projectId) => (following.get(projectId) ?? 0) >= maxFollowers,
    wake,
    close: stopLooking,
  };
}
