import { setTimeout as sleep } from "node:timers/promises";

const attempts = 8;
const firstPauseMs = 10;

/** Runs a write again when another one of this process came between: LanceDB commits optimistically. */
export const retryConflicts = <T>(write: () => Promise<T>): Promise<T> =>
  retryWhen(/commit conflict|too many concurrent writers/i, write);

/** Runs a read again when the optimiser cleared away the files of the version it began with. */
export const retryCleared = <T>(read: () => Promise<T>): Promise<T> =>
  retryWhen(/not found|no such file/i, read);

async function retryWhen<T>(message: RegExp, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error && message.test(error.message))) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
