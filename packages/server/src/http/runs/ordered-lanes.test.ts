import { expect, test } from "vitest";
import { settle } from "../../../testing/manual-timer.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createOrderedLanes, defaultOrderedLanes } from "./ordered-lanes.ts";

const never = new AbortController().signal;
const tooBusy = (retryAfterMs: number) => Object.assign(new Error("busy"), { retryAfterMs });
const createLanes = (options = {}) =>
  createOrderedLanes({ clock: systemClock, tooBusy }, { ...defaultOrderedLanes, ...options });

test("requests of a lane come in one after the other, in order; other lanes do not wait", async () => {
  const lanes = createLanes();
  const entered: string[] = [];
  const leaves: (() => void)[] = [];
  for (const name of ["a1", "a2", "a3", "b1"])
    void lanes.enter(name.slice(0, 1), 0, never).then((leave) => {
      entered.push(name);
      leaves.push(leave);
    });
  await settle();
  expect(entered).toEqual(["a1", "b1"]);
  leaves[0]?.();
  leaves[0]?.();
  await settle();
  expect(entered).toEqual(["a1", "b1", "a2"]);
  leaves[2]?.();
  await settle();
  expect(entered).toEqual(["a1", "b1", "a2", "a3"]);
});

test("who waits beyond 32 is refused, and told when there is room", async () => {
  const lanes = createLanes();
  const leave = await lanes.enter("a", 0, never);
  const waiting = Array.from({ length: 32 }, () => lanes.enter("a", 0, never));
  await expect(lanes.enter("a", 0, never)).rejects.toMatchObject({
    message: "busy",
    retryAfterMs: expect.any(Number),
  });
  leave();
  for (const each of waiting) (await each)();
  (await lanes.enter("a", 0, never))();
});

test("all lanes together hold a limited number of requests and bytes", async () => {
  const lanes = createLanes({ maxWaitingInAll: 2, maxWaitingBytes: 100 });
  await lanes.enter("a", 0, never);
  await lanes.enter("b", 0, never);
  void lanes.enter("a", 60, never);
  await expect(lanes.enter("b", 60, never)).rejects.toThrow("busy");
  void lanes.enter("b", 40, never);
  await expect(lanes.enter("b", 0, never)).rejects.toThrow("busy");
});

test("who leaves while waiting makes room, and is passed over", async () => {
  const lanes = createLanes({ maxWaiting: 1 });
  const leave = await lanes.enter("a", 0, never);
  const caller = new AbortController();
  const left = lanes.enter("a", 0, caller.signal);
  caller.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  const next = lanes.enter("a", 0, never);
  leave();
  expect(await next).toBeTypeOf("function");
  await expect(lanes.enter("a", 0, caller.signal)).rejects.toThrow("gone");
});
