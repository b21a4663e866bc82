import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFollower, type FollowerOptions } from "./create-follower.ts";
import { followPace } from "./follow-pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const day = 24 * 60 * minute;

function setUp(options: Partial<FollowerOptions> = {}) {
  const looks: { buildId: string; at: number; token: string | undefined }[] = [];
  const failures: unknown[] = [];
  const state = { isOpen: true, fails: false };
  const began = Date.now();
  const follower = createFollower({
    async look({ buildId }, token) {
      looks.push({ buildId, at: Date.now() - began, token });
      if (state.fails) throw new Error("the service is down");
      return state.isOpen;
    },
    onFailure: (error) => void failures.push(error),
    ...options,
  });
  return { follower, looks, failures, state };
}
const anna = (buildId: string) => ({ buildId, caller: "anna" });

test("looks until the build has ended, with longer pauses, and then no more", async () => {
  const { follower, looks, state } = setUp();
  follower.follow(anna("b1"), "token");
  follower.follow(anna("b1"), "token");
  await vi.advanceTimersByTimeAsync(10 * minute);
  const pauses = looks.map(({ at }, index) => at - (looks[index - 1]?.at ?? 0));
  expect(pauses[0]).toBeLessThan(3_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(followPace.maxPauseMs * 1.2);
  expect(looks.length).toBeLessThan(40);
  expect(looks[0]?.token).toBe("token");
  state.isOpen = false;
  await vi.advanceTimersByTimeAsync(minute);
  const { length } = looks;
  await vi.advanceTimersByTimeAsync(day);
  expect(looks).toHaveLength(length);
  expect(vi.getTimerCount()).toBe(0);
});

test("while the service fails it asks seldom, tells it once, and goes on afterwards", async () => {
  const { follower, looks, failures, state } = setUp();
  state.fails = true;
  for (let count = 0; count < 10; count++) follower.follow(anna(`b${count}`), undefined);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(failures).toHaveLength(1);
  expect(looks.filter(({ buildId }) => buildId === "b1").length).toBeLessThan(25);
  state.fails = false;
  state.isOpen = false;
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(vi.getTimerCount()).toBe(0);
});

test("a build that does not end is given up after a day, and said", async () => {
  const { follower, failures } = setUp();
  follower.follow(anna("b1"), undefined);
  await vi.advanceTimersByTimeAsync(day + 2 * minute);
  expect(failures).toEqual([new Error("Build b1 has not ended within a day: it is not followed any more")]);
  expect(vi.getTimerCount()).toBe(0);
});

test("no more than a few requests are open, however many builds", async () => {
  let open = 0;
  let most = 0;
  const { follower } = setUp({
    async look() {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 100));
      open--;
      return false;
    },
  });
  for (let count = 0; count < 500; count++) follower.follow(anna(`b${count}`), undefined);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(most).toBe(followPace.concurrency);
  expect(open).toBe(0);
});

describe("with a lasting store", () => {
  test("it begins with what was open, and takes over what another process has left", async () => {
    const open = [anna("b1")];
    const { looks } = setUp({ listOpen: async () => open });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(looks.map(({ buildId }) => buildId)).toEqual(["b1"]);
    open.push({ buildId: "b2", caller: "bob" });
    await vi.advanceTimersByTimeAsync(followPace.takeOverMs + 5_000);
    expect(looks.map(({ buildId }) => buildId)).toContain("b2");
  });

  test("a store that fails at the start is asked again", async () => {
    let fails = true;
    const { looks, failures } = setUp({
      listOpen: async () => {
        if (fails) throw new Error("no database");
        return [anna("b1")];
      },
    });
    await vi.advanceTimersByTimeAsync(minute);
    expect(failures).toHaveLength(1);
    fails = false;
    await vi.advanceTimersByTimeAsync(followPace.takeOverMs);
    expect(looks.length).toBeGreaterThan(0);
  });

  test("what was given up is not taken over again", async () => {
    const { failures, looks } = setUp({ listOpen: async () => [anna("b1")] });
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(failures).toHaveLength(1);
    expect(looks.at(-1)?.at).toBeLessThan(day + minute);
  });

  test("the signal ends it", async () => {
    const end = new AbortController();
    const { looks } = setUp({ listOpen: async () => [anna("b1")], signal: end.signal });
    await vi.advanceTimersByTimeAsync(minute);
    end.abort();
    const { length } = looks;
    await vi.advanceTimersByTimeAsync(day);
    expect(looks).toHaveLength(length);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a clock that is set forward by two days gives no build up", async () => {
  const { follower, looks, failures, state } = setUp();
  follower.follow(anna("b1"), undefined);
  await vi.advanceTimersByTimeAsync(minute);
  vi.setSystemTime(Date.now() + 2 * day);
  const { length } = looks;
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(failures).toEqual([]);
  expect(looks.length).toBeGreaterThan(length);
  state.isOpen = false;
  await vi.advanceTimersByTimeAsync(minute);
  expect(vi.getTimerCount()).toBe(0);
});
