import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Gathers what is asked for while a round of work runs into the next round, up to `maxAtOnce` items, for work that costs
 * hardly more for many than for one. Each caller's promise ends with the round that its item was part of; `work`
 * answers the results in the order of the items.
 */
export function createGathering<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  maxAtOnce: number,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; done: PromiseWithResolvers<Result> };
  const waiting: Waiting[] = [];
  let running = false;

  const round = async () => {
    const batch = waiting.splice(0, maxAtOnce);
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { done }] of batch.entries()) done.resolve(results[index] as Result);
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  };
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      // Those who are about to ask, their own reads being done, are heard first.
      await nextTurn();
      await round();
    }
    running = false;
  };

  return (item) => {
    const done = Promise.withResolvers<Result>();
    waiting.push({ item, done });
    if (!running) void run();
    return done.promise;
  };
}
