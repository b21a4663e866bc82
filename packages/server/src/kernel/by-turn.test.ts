import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { byTurn } from "./by-turn.ts";

function watched(maxAtOnce = 10) {
  const rounds: [string, number[]][] = [];
  const ask = byTurn(async (key: string, items: number[]) => {
    rounds.push([key, items]);
    if (items.includes(13)) throw new Error("13 is refused");
    return items.map((item) => item * 2);
  }, maxAtOnce);
  return { rounds, ask };
}

it("hands on together what is asked in one turn, and answers each its own", async () => {
  const { rounds, ask } = watched();
  expect(await Promise.all([ask("a", 1), ask("b", 2), ask("a", 3)])).toEqual([2, 4, 6]);
  expect(rounds).toEqual([
    ["a", [1, 3]],
    ["b", [2]],
  ]);
});

it("begins anew with the next turn, and when there are enough", async () => {
  const { rounds, ask } = watched(2);
  const first = Promise.all([1, 2, 3].map((item) => ask("a", item)));
  await nextTurn();
  expect(await ask("a", 4)).toBe(8);
  expect(await first).toEqual([2, 4, 6]);
  expect(rounds.map(([, items]) => items)).toEqual([[1, 2], [3], [4]]);
});

it("does not let a turn wait for an earlier one that takes long", async () => {
  const never = new Promise<number[]>(() => {});
  const ask = byTurn(
    (_: string, [first = 0]: number[]) => (first === 1 ? never : Promise.resolve([first])),
    10,
  );
  void ask("a", 1);
  await nextTurn();
  expect(await ask("a", 2)).toBe(2);
});

it("fails each that was asked with what failed, and no other", async () => {
  const { ask } = watched();
  const outcomes = await Promise.allSettled([ask("a", 1), ask("a", 13), ask("b", 2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(await ask("a", 1)).toBe(2);
});
