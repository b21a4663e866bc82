import { expect, it } from "vitest";
import { withEach } from "./with-each.ts";

it("does each once, at most four at a time, and says which failed and why", async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const failures = await withEach([1, 2, 3, 4, 5, 6, 7, 8, 9], async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (item % 4 === 0) throw new Error(`not ${item}`);
    done.push(item);
  });
  expect(done).toEqual([1, 2, 3, 5, 6, 7, 9]);
  expect(most).toBe(4);
  expect([...failures].map(([item, { message }]) => [item, message])).toEqual([
    [4, "not 4"],
    [8, "not 8"],
  ]);
});

it("tells of each as it ends, and begins nothing more when it is stopped", async () => {
  const stop = new AbortController();
  const ended: [number, string | undefined][] = [];
  await withEach(
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      await new Promise(setImmediate);
      if (item === 1) throw new Error("refused");
    },
    {
      signal: stop.signal,
      onEnd: (item, error) => {
        ended.push([item, error?.message]);
        if (item === 5) stop.abort();
      },
    },
  );
  expect(ended).toContainEqual([1, "refused"]);
  expect(ended.map(([item]) => item)).toContain(5);
  expect(ended.length).toBeLessThan(12);
});
