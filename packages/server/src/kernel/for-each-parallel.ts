/** Runs `work` for each item, at most `limit` at a time. Stops at the first failure and throws it. */
export async function forEachParallel<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // All workers share one iterator, so each item is taken once.
  const queue = items[Symbol.iterator]();
  let failed = false;
  const walk = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, walk));
}
