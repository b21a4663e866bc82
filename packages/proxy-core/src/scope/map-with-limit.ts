/** Runs a task for every item, at most `limit` at a time. The results have the order of the items. */
export async function mapWithLimit<T, R>(
  limit: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
