/** Runs `work` for each item, at most `limit` at a time. The first failure ends the walk and is thrown. */
export async function forEachParallel<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One iterator, drawn from by all walkers: each item is taken once.
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
