/** What was loaded lately, up to a number of bytes. */
export type Kept<Value> = {
  /** The value of the key; it is loaded when it is not there. Those who ask at the same time share one loading. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** The next one who asks loads it anew. */
  forget(key: string): void;
};

/** Beyond `maxBytes` the values that were not asked for in the longest time are forgotten. A failed loading is not kept. */
export function createKept<Value>(maxBytes: number, bytesOf: (value: Value) => number): Kept<Value> {
  type Entry = { value: Promise<Value>; bytes: number };
  const kept = new Map<string, Entry>();
  let total = 0;

  const remove = (key: string, entry: Entry): void => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    total -= entry.bytes;
  };
  const forgetBeyond = (newest: Entry): void => {
    for (const [key, entry] of kept) {
      if (total <= maxBytes) return;
      if (entry !== newest) remove(key, entry);
    }
  };

  return {
    get(key, load) {
      const known = kept.get(key);
      if (known) {
        // Set again at the end: the first ones are those not asked for in the longest time.
        kept.delete(key);
        kept.set(key, known);
        return known.value;
      }
      const entry: Entry = { value: load(), bytes: 0 };
      kept.set(key, entry);
      entry.value.then(
        (value) => {
          if (kept.get(key) !== entry) return;
          entry.bytes = bytesOf(value);
          total += entry.bytes;
          forgetBeyond(entry);
        },
        () => remove(key, entry),
      );
      return entry.value;
    },
    forget(key) {
      const entry = kept.get(key);
      if (entry) remove(key, entry);
    },
  };
}
