/** Items that wait, taken round robin over their keys: a key with many items never delays the one item of another. */
export type FairQueue<Item> = {
  readonly size: number;
  sizeOf(key: string): number;
  /** Puts an item behind those of its key. */
  push(key: string, item: Item): void;
  /** Puts an item in front of those of its key: it has waited before. */
  unshift(key: string, item: Item): void;
  /** The next item, or undefined when nobody waits. */
  take(): Item | undefined;
  /** Takes an item out before its turn; false when it no longer waits. */
  drop(key: string, item: Item): boolean;
};

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns: a key that was served moves to the end. */
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
