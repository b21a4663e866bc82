/** What is read from the database with the first question about it, and kept in memory for the next ones. */
export type Kept = {
  /** Reads what changed since the last time. */
  refresh(): Promise<void>;
  bytes(): number;
};

export type KeptOpen<Key, Item> = {
  /**
   * Work on the item of a key, which is opened when it is not in memory, and refreshed. Work on one item is done one after
   * the other.
   */
  inTurn<Result>(
    key: Key,
    open: () => Promise<Item>,
    work: (item: Item) => Promise<Result> | Result,
  ): Promise<Result>;
};

type Open<Item> = {
  opening: Promise<Item>;
  /** Ends with the last work that was asked for. */
  turn: Promise<unknown>;
  /** Work under way or waiting: an item may only be dropped, and opened a second time, without any. */
  pending: number;
  /** When last looked at. */
  bytes: number;
  /** Work on it failed: what is in memory may be other than what is stored. */
  failed: boolean;
};

/**
 * Items that are opened when they are asked for. Those that were not asked for the longest are dropped while all together
 * take more than `maxBytes`. The item that was asked for last is always kept. After a failure an item is opened again.
 */
export function createKeptOpen<Key, Item extends Kept>(maxBytes: number): KeptOpen<Key, Item> {
  /** Those asked for last are last. */
  const items = new Map<Key, Open<Item>>();

  const dropLeastUsed = () => {
    let total = 0;
    for (const [at, [key, { bytes, pending }]] of [...items].reverse().entries()) {
      total += bytes;
      if (at > 0 && total > maxBytes && pending === 0) items.delete(key);
    }
  };

  const kept: KeptOpen<Key, Item> = {
    async inTurn(key, open, work) {
      const item: Open<Item> = items.get(key) ?? {
        opening: open(),
        turn: Promise.resolve(),
        pending: 0,
        bytes: 0,
        failed: false,
      };
      items.delete(key);
      items.set(key, item);
      item.pending += 1;
      const done = item.turn.then(async () => {
        // It waited for its turn while the work before it failed.
        if (item.failed) return kept.inTurn(key, open, work);
        const opened = await item.opening;
        await opened.refresh();
        const result = await work(opened);
        item.bytes = opened.bytes();
        return result;
      });
      item.turn = done.catch(() => {});
      try {
        return await done;
      } catch (error) {
        item.failed = true;
        if (items.get(key) === item) items.delete(key);
        throw error;
      } finally {
        item.pending -= 1;
        dropLeastUsed();
      }
    },
  };
  return kept;
}
