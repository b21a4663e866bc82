type Watch<Item> = {
  /** When it aborts, nothing more is begun. */
  signal?: AbortSignal;
  /** After each item, with the reason if it failed. */
  onEnd?(item: Item, error: Error | undefined): void;
};

/**
 * Does something to each item, a few at a time, in order; a failure does not stop the others. The reasons of those that
 * failed, by item.
 */
export async function withEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onEnd }: Watch<Item> = {},
): Promise<Map<Item, Error>> {
  const failures = new Map<Item, Error>();
  const left = items.values();
  const work = async () => {
    for (const item of left) {
      if (signal?.aborted) return;
      const error = await act(item).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error) failures.set(item, error);
      onEnd?.(item, error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failures;
}

/** Requests at once: a browser opens six connections, and reading goes on beside. */
const concurrency = 4;
