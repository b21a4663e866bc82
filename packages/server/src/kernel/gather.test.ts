import { expect, it } from "vitest";
import { createGathering } from "./gather.ts";

/** Counts rounds, each of which ends when it is told to; answers each item ten times itself. */
function heldRounds(maxAtOnce = 1_000) {
  const rounds: { items: number[]; end: PromiseWithResolvers<void> }[] = [];
  const ask = createGathering(async (items: number[]) => {
    const end = Promise.withResolvers<void>();
    rounds.push({ items, end });
    await end.promise;
    return items.map((item) => item * 10);
  }, maxAtOnce);
  return { rounds, ask };
}

it("makes one round of what comes while another runs, and answers each caller", async () => {
  const { rounds, ask } = heldRounds();
  const first = [ask(1), ask(2)];
  await expect.poll(() => rounds.length).toBe(1);
  const later = [ask(3), ask(4), ask(5)];
  rounds[0]?.end.resolve();
  expect(await Promise.all(first)).toEqual([10, 20]);
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.end.resolve();
  expect(await Promise.all(later)).toEqual([30, 40, 50]);
  expect(rounds.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

it("takes no more into a round than it may", async () => {
  const { rounds, ask } = heldRounds(100);
  const all = Array.from({ length: 101 }, (_, item) => ask(item));
  await expect.poll(() => rounds.length).toBe(1);
  rounds[0]?.end.resolve();
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.end.resolve();
  await Promise.all(all);
  expect(rounds.map(({ items }) => items.length)).toEqual([100, 1]);
});

it("tells a failure to those whose round failed, and goes on", async () => {
  const { rounds, ask } = heldRounds();
  const failed = ask(1);
  await expect.poll(() => rounds.length).toBe(1);
  const next = ask(2);
  rounds[0]?.end.reject(new Error("disk full"));
  await expect(failed).rejects.toThrow("disk full");
  await expect.poll(() => rounds.length).toBe(2);
  rounds[1]?.end.resolve();
  expect(await next).toBe(20);
});
