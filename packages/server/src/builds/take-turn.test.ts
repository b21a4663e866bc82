import { expect, it, vi } from "vitest";
import type { ContentLock } from "../ports/content-lock.ts";
import { takeTurn } from "./take-turn.ts";

/** A lock whose turn comes when the test calls `come`. */
function lockThatWaits(): { lock: ContentLock; come: () => Promise<unknown> } {
  const waiting: (() => Promise<unknown>)[] = [];
  const lock: ContentLock = (_key, task) =>
    new Promise((resolve, reject) => {
      waiting.push(() => task().then(resolve, reject));
    });
  return { lock, come: async () => waiting.shift()?.() };
}

const reason = new Error("called off");

it("answers what the task answers, once its turn has come", async () => {
  const { lock, come } = lockThatWaits();
  const task = vi.fn(async () => "done");
  const turn = takeTurn(lock, "key", new AbortController().signal, task);
  expect(task).not.toHaveBeenCalled();
  await come();
  expect(await turn).toBe("done");
});

it("does not wait for a turn when it was called off before", async () => {
  const lock = vi.fn();
  await expect(takeTurn(lock, "key", AbortSignal.abort(reason), async () => {})).rejects.toBe(reason);
  expect(lock).not.toHaveBeenCalled();
});

it("leaves at once when it is called off while it waits, and does nothing when its turn comes", async () => {
  const { lock, come } = lockThatWaits();
  const controller = new AbortController();
  const task = vi.fn(async () => {});
  const turn = takeTurn(lock, "key", controller.signal, task);
  controller.abort(reason);
  await expect(turn).rejects.toBe(reason);
  await come();
  expect(task).not.toHaveBeenCalled();
});

it("lets a task that has begun come to its end when it is called off", async () => {
  const { lock, come } = lockThatWaits();
  const controller = new AbortController();
  const turn = takeTurn(lock, "key", controller.signal, async () => {
    controller.abort(reason);
    await Promise.resolve();
    return "done";
  });
  await come();
  expect(await turn).toBe("done");
});
