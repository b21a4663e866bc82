/**
 * SQLite answers on the calling thread, which also answers HTTP: whatever may touch many rows does so in slices, and
 * lets other work through between two of them.
 */
import { setImmediate } from "node:timers/promises";

/** Ids in one statement: far below either database's limit of bound parameters, and quick to prepare. */
export const idsPerStatement = 250;

/** Rows of a table removed in one statement. */
export const rowsPerRemoval = 100;

/** Lets requests that wait be answered before the next slice. */
export const nextTurn = (): Promise<void> => setImmediate();

export function* slicesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** What `read` finds for all the ids, however many; repeated ids count once. */
export const readByIds = async <T>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<T[]>,
): Promise<T[]> => {
  const found: T[] = [];
  for (const slice of slicesOf([...new Set(ids)], idsPerStatement)) {
    if (found.length > 0) await nextTurn();
    for (const item of await read(slice)) found.push(item);
  }
  return found;
};
