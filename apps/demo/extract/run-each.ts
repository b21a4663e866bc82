/**
 * Runs a task for every item in order, at most `limit` at a time. After an abort no new task starts; the tasks get the
 * signal too. Rejects with the first error that a task throws, so a task that may fail must catch its own errors.
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
