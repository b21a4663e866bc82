/**
 * Runs a task for every item, at most `limit` at a time, in order. An aborted signal lets no further task begin; the
 * tasks get it too. Rejects with the first thing a task throws: a task that may fail settles its failure itself.
 */
export async function runEach<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) {
      if (signal.aborted) return;
      await task(item, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}
