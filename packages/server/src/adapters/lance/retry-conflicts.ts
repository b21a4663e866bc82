import { setTimeout as sleep } from "node:timers/promises";

const attempts = 8;
const firstPauseMs = 10;

/** Another write of this process came between: LanceDB commits optimistically. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && /commit conflict|too many concurrent writers/i.test(error.message);

/** The optimiser cleared away the files of the version that a read, or a write, began with. */
const isCleared = (error: unknown): boolean =>
  error instanceof Error && /not found|no such file/i.test(error.message);

/** For writes that must be done once. */
export const retryConflicts = <T>(write: () => Promise<T>): Promise<T> => retryWhen(isConflict, write);

/** For writes that may be done twice. */
export const retryBoth = <T>(write: () => Promise<T>): Promise<T> =>
  retryWhen((error) => isConflict(error) || isCleared(error), write);

/** For reads. */
export const retryCleared = <T>(read: () => Promise<T>): Promise<T> => retryWhen(isCleared, read);

async function retryWhen<T>(passes: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !passes(error)) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
