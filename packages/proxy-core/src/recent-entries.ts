/**
 * Options of an LRU cache that keeps the `count` entries used last. Its own option `max` would reserve the memory of all
 * of them at the start: 10 MB for the stores of a proxy that has seen no caller yet, which every run of the garbage
 * collector then goes through.
 */
export const recentEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
