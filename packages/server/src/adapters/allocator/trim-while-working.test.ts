import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { trimWhileWorking } from "./trim-while-working.ts";

/** A process whose work and whose clock are the test's. */
function createProcess(trim: () => Promise<void> = async () => {}, trimCostsMs = 0) {
  let cpu = 0;
  let tick = () => {};
  const seen = { trims: 0, failures: [] as unknown[] };
  const stop = trimWhileWorking(
    async () => {
      seen.trims += 1;
      cpu += trimCostsMs;
      await trim();
    },
    (error) => seen.failures.push(error),
    {
      every(_, task) {
        tick = task;
        return () => {
          tick = () => {};
        };
      },
    },
    () => cpu,
  );
  const pass = async (workedMs: number) => {
    cpu += workedMs;
    tick();
    await nextTurn();
  };
  return { seen, pass, stop };
}

it("leaves a process that does nothing alone", async () => {
  const { seen, pass } = createProcess();
  for (let tick = 0; tick < 10; tick += 1) await pass(5);
  expect(seen.trims).toBe(0);
});

it("trims while the process works and for a minute after, when the threads that worked have ended", async () => {
  const { seen, pass } = createProcess();
  for (let tick = 0; tick < 3; tick += 1) await pass(10_000);
  expect(seen.trims).toBe(3);
  for (let tick = 0; tick < 10; tick += 1) await pass(5);
  expect(seen.trims).toBe(3 + 4);
});

it("takes its own work for no reason to go on", async () => {
  const { seen, pass } = createProcess(async () => {}, 400);
  await pass(1_000);
  for (let tick = 0; tick < 10; tick += 1) await pass(5);
  expect(seen.trims).toBe(1 + 4);
});

it("gives up, and says so once, where trimming is not possible", async () => {
  const { seen, pass } = createProcess(() => Promise.reject(new Error("no such library")));
  for (let tick = 0; tick < 3; tick += 1) await pass(1_000);
  expect(seen.trims).toBe(1);
  expect(seen.failures).toEqual([new Error("no such library")]);
});

it("never trims twice at a time", async () => {
  const slow = Promise.withResolvers<void>();
  const { seen, pass } = createProcess(() => slow.promise);
  await pass(1_000);
  await pass(1_000);
  expect(seen.trims).toBe(1);
  slow.resolve();
  await nextTurn();
  await pass(1_000);
  expect(seen.trims).toBe(2);
});

it("ends with the trim that runs: native code is not to work while the process ends", async () => {
  const slow = Promise.withResolvers<void>();
  const { pass, stop } = createProcess(() => slow.promise);
  await pass(1_000);
  let over = false;
  const stopped = Promise.resolve(stop()).then(() => {
    over = true;
  });
  await nextTurn();
  expect(over).toBe(false);
  slow.resolve();
  await stopped;
});
