import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Hands what is asked for under one key in one turn of the event loop to `work` together, up to `maxAtOnce` items, for work
 * that costs less for several than for each. Turns do not wait for each other, nor do keys. `work` answers the results in
 * the order of the items; when it fails, each of them does.
 */
export function byTurn<Key, Item, Result>(
  work: (key: Key, items: Item[]) => Promise<Result[]>,
  maxAtOnce: number,
): (key: Key, item: Item) => Promise<Result> {
  type Turn = { items: Item[]; results: Promise<Result[]> };
  const open = new Map<Key, Turn>();

  const begin = (key: Key): Turn => {
    const items: Item[] = [];
    const run = async () => {
      await nextTurn();
      if (open.get(key) === turn) open.delete(key);
      return work(key, items);
    };
    const turn = { items, results: run() };
    open.set(key, turn);
    return turn;
  };

  return async (key, item) => {
    const known = open.get(key);
    const { items, results } = known && known.items.length < maxAtOnce ? known : begin(key);
    const at = items.push(item) - 1;
    return (await results)[at] as Result;
  };
}
