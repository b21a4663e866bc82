import { describe, expect, it } from "vitest";
import { createWaitingTime } from "./waiting-time.ts";

describe("the waiting time", () => {
  const at = (milliseconds: number) => ({ now: () => new Date(milliseconds) });

  it("follows how long work takes and how many run at a time", () => {
    const one = createWaitingTime(1, at(0));
    const four = createWaitingTime(4, at(0));
    for (const waiting of [one, four]) for (let done = 0; done < 200; done++) waiting.learn(40);
    expect(one.behind(9)).toBeCloseTo(400, 0);
    expect(four.behind(9)).toBeCloseTo(100, 0);
  });

  it("gives each of several refused callers a different time", () => {
    const waiting = createWaitingTime(2, at(0));
    const promises = Array.from({ length: 3 }, () => waiting.promise(64));
    expect(promises[1]).toBeCloseTo((promises[0] ?? 0) + 50);
    expect(promises[2]).toBeCloseTo((promises[1] ?? 0) + 50);
  });

  it("predicts from the current time when the predicted times are over", () => {
    let now = 0;
    const waiting = createWaitingTime(1, { now: () => new Date(now) });
    const first = waiting.promise(9);
    now = 60_000;
    expect(waiting.promise(9)).toBe(first);
  });
});
