import { expect, it } from "vitest";
import { runEach } from "./run-each.ts";

it("runs no more than the limit at a time, and all of them", async () => {
  let running = 0;
  let maxRunning = 0;
  const done: number[] = [];
  const task = async (item: number) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await Promise.resolve();
    await Promise.resolve();
    running -= 1;
    done.push(item);
  };
  await runEach([1, 2, 3, 4, 5, 6, 7], 3, task, new AbortController().signal);
  expect(maxRunning).toBe(3);
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it("starts no task after it was stopped", async () => {
  const controller = new AbortController();
  const begun: number[] = [];
  const task = async (item: number) => {
    begun.push(item);
    if (item === 2) controller.abort();
    await Promise.resolve();
  };
  await runEach([1, 2, 3, 4, 5], 1, task, controller.signal);
  expect(begun).toEqual([1, 2]);
});
