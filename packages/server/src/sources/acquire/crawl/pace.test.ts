import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

test("requests to one host start a pause apart, in all crawls together; other hosts don't wait", async () => {
  let now = 0;
  const waits: [at: number, milliseconds: number][] = [];
  const pace = createPace({
    clock: { now: () => new Date(now) },
    wait: async (milliseconds) => void waits.push([now, milliseconds]),
  });
  const { signal } = new AbortController();
  await pace("a.example", 1000, signal);
  await pace("a.example", 1000, signal);
  await pace("b.example", 1000, signal);
  await pace("a.example", 1000, signal);
  now = 2500;
  await pace("a.example", 1000, signal);
  now = 10_000;
  await pace("a.example", 1000, signal);
  expect(waits).toEqual([
    [0, 1000],
    [0, 2000],
    [2500, 500],
  ]);
});
