import { addressKey, isFileAddress } from "./page-address.ts";

export type Waiting = { url: string; depth: number };

/** The pages that a crawl knows of and has not read, nearest first; each page once, however it is spelled. */
export type Frontier = {
  /** Takes in what is new and belongs to the crawl. */
  add(urls: Iterable<string>, depth: number): void;
  next(): Waiting | undefined;
  /** A page turned out to be at this address too. False when that one is known already, or no part of the crawl. */
  meet(url: string): boolean;
  waiting(): number;
  /** How many pages were too many links away. */
  tooDeep(): number;
  /** How many addresses of the site are those of files. */
  files(): number;
};

export function createFrontier(belongs: (url: string) => boolean, maxDepth: number): Frontier {
  const seen = new Set<string>();
  const queue: Waiting[] = [];
  let [taken, tooDeep, files] = [0, 0, 0];

  const meet = (url: string): boolean => {
    if (!belongs(url)) return false;
    const key = addressKey(url);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };

  return {
    meet,
    add(urls, depth) {
      for (const url of urls) {
        if (!meet(url)) continue;
        if (isFileAddress(url)) files += 1;
        else if (depth > maxDepth) tooDeep += 1;
        else queue.push({ url, depth });
      }
    },
    next: () => queue[taken++],
    waiting: () => Math.max(0, queue.length - taken),
    tooDeep: () => tooDeep,
    files: () => files,
  };
}
