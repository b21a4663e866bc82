import { expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createEventRun, type EventRun } from "./event-run.ts";

const never = new AbortController().signal;
const frame = (text: string) => new TextEncoder().encode(text);
const firstOf = async (run: EventRun, after = 0) => {
  for await (const each of run.read(after, never)) return new TextDecoder().decode(each);
  return undefined;
};

it("knows since when it is not read: from its start, not while it is read, and from the last reader's leaving", async () => {
  const clock = createManualClock();
  const run = createEventRun(clock);
  run.push(frame("one"));
  expect(run.unreadSince).toBe(clock.now().getTime());

  const [one, other] = [run.read(0, never), run.read(0, never)];
  await one.next();
  await other.next();
  expect(run.unreadSince).toBeNull();
  clock.advance(1_000);
  await one.return(undefined);
  expect(run.unreadSince).toBeNull();
  clock.advance(1_000);
  await other.return(undefined);
  expect(run.unreadSince).toBe(clock.now().getTime());
});

it("gives the events after an id, then its end; nothing is added after it", async () => {
  const run = createEventRun(createManualClock());
  run.push(frame("one"));
  run.push(frame("two"));
  expect(await firstOf(run, 1)).toBe("two");
  expect(run.end()).toBe(true);
  expect([run.push(frame("three")), run.end(), run.lastEventId, run.bytes]).toEqual([false, false, 2, 6]);
  expect(await firstOf(run, 2)).toBeUndefined();
});

it("a reader whose signal aborts leaves, and counts as a reader no more", async () => {
  const run = createEventRun(createManualClock());
  const leaving = new AbortController();
  const reading = run.read(0, leaving.signal).next();
  expect(run.unreadSince).toBeNull();
  leaving.abort();
  expect(await reading).toMatchObject({ done: true });
  expect(run.unreadSince).not.toBeNull();
});

it("one that was taken up again ends for a reader that had more events before the restart", async () => {
  const run = createEventRun(createManualClock(), { isTakenUp: true });
  expect(run.unreadSince).toBeNull();
  run.push(frame("one"));
  run.push(frame("last"));
  run.end();
  expect(await firstOf(run, 9)).toBe("last");
});
