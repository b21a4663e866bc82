/**
 * Waiting items, taken round robin over their keys. A key with many items never delays the single item of another key.
 */
export type FairQueue<Item> = {
  readonly size: number;
  sizeOf(key: string): number;
  /** Adds an item behind the others of its key. */
  push(key: string, item: Item): void;
  /** Adds an item in front of the others of its key, because it has waited before. */
  unshift(key: string, item: Item): void;
  /** The next item, or undefined when none waits. */
  take(): Item | undefined;
  /** Removes an item before its turn. Returns false when it no longer waits. */
  drop(key: string, item: Item): boolean;
};

export function createFairQueue<Item>(): FairQueue<Item> {
  /** Keys in the order of their turns. A key that was served moves to the end. */
  const lines = new Map<string, Item[]>();
  let size = 0;

  const lineOf = (key: string): Item[] => {
    const line = lines.get(key) ?? [];
    lines.set(key, line);
    size += 1;
    return line;
  };

  return {
    get size() {
      return size;
    },
    sizeOf: (key) => lines.get(key)?.length ?? 0,
    push: (key, item) => void lineOf(key).push(item),
    unshift: (key, item) => void lineOf(key).unshift(item),
    take() {
      const next = lines.entries().next().value;
      if (next === undefined) return undefined;
      const [key, line] = next;
      lines.delete(key);
      size -= 1;
      const item = line.shift();
      if (line.length > 0) lines.set(key, line);
      return item;
    },
    drop(key, item) {
      const line = lines.get(key);
      const at = line?.indexOf(item) ?? -1;
      if (line === undefined || at < 0) return false;
      line.splice(at, 1);
      size -= 1;
      if (line.length === 0) lines.delete(key);
      return true;
    },
  };
}
