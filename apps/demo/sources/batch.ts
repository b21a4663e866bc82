import type { Upload } from "@headwater/react-hooks";

/** How far the reading is: of `total` documents `done` are read. */
export type Batch = { done: number; total: number };

/** When a batch began, and when its latest document was read, in milliseconds of `performance.now()`. */
export type Pace = { since: number; done: number; at: number };

/** The pace after another look at the batch; undefined when there is none. */
export function nextPace(pace: Pace | undefined, batch: Batch | undefined, now: number): Pace | undefined {
  if (!batch) return undefined;
  if (!pace || batch.done < pace.done) return { since: now, done: batch.done, at: now };
  return batch.done > pace.done ? { ...pace, done: batch.done, at: now } : pace;
}

/** Documents that must be read before the rest can be estimated. */
const minDone = 3;

/** Minutes that the rest takes at the pace of what was read; undefined while that says little, or below one. */
export function minutesToGo({ done, total }: Batch, pace: Pace | undefined): number | undefined {
  if (!pace || done < minDone) return undefined;
  const minutes = (((pace.at - pace.since) / done) * (total - done)) / 60_000;
  return minutes < 1 ? undefined : Math.round(minutes);
}

/** What is being read: files that were sent here, and sources that wait or are being read for another reason. */
type Waiting = { uploads: readonly Upload[]; buildIds: readonly string[] };

/**
 * Counts one batch of reading, from the first document that waits to the last. `seen` holds the builds that were seen
 * waiting during it; the one that comes back is for the next count. Files that were refused or stopped do not count.
 */
export function countBatch(
  { uploads, buildIds }: Waiting,
  seen: ReadonlySet<string>,
): { batch: Batch | undefined; seen: ReadonlySet<string> } {
  const counted = uploads.filter(({ status }) => status !== "failed" && status !== "cancelled");
  const read = counted.filter(isRead).length;
  const own = new Set(uploads.flatMap(({ buildId }) => buildId ?? []));
  const others = buildIds.filter((buildId) => !own.has(buildId));
  const waiting = counted.length - read + others.length;
  if (waiting === 0) return { batch: undefined, seen: new Set() };
  const known = new Set([...seen, ...others].filter((buildId) => !own.has(buildId)));
  const total = counted.length + known.size;
  return { batch: { done: total - waiting, total }, seen: known };
}

export const isRead = ({ status }: Pick<Upload, "status">): boolean =>
  status === "ready" || status === "partial";
