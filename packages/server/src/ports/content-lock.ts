/**
 * Port: runs tasks with the same key one after the other; tasks with different keys don't wait for each other. Keeps a
 * delete of some bytes from removing them while an upload of the same bytes is being recorded, whichever process does either.
 */
export type ContentLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;
