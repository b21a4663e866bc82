import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createWriteLock } from "./write-lock.ts";

/** Work that ends when it is told to, and says when it has begun. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    begun: false,
    end: resolve,
    run() {
      work.begun = true;
      return promise;
    },
  };
  return work;
}

it("lets writes run side by side, and upkeep only between them", async () => {
  const lock = createWriteLock();
  const [first, second, upkeep, late] = [held(), held(), held(), held()];
  const writes = [lock.shared(first.run), lock.shared(second.run)];
  await turn();
  expect([first.begun, second.begun]).toEqual([true, true]);

  const kept = lock.exclusive(upkeep.run);
  writes.push(lock.shared(late.run));
  first.end();
  await turn();
  expect([upkeep.begun, late.begun]).toEqual([false, false]);
  second.end();
  await turn();
  expect([upkeep.begun, late.begun]).toEqual([true, false]);
  upkeep.end();
  await kept;
  await turn();
  expect(late.begun).toBe(true);
  late.end();
  await Promise.all(writes);
});

it("goes on after work that failed, and tells it to whoever asked for it", async () => {
  const lock = createWriteLock();
  const fail = () => Promise.reject(new Error("disk full"));
  await expect(lock.shared(fail)).rejects.toThrow("disk full");
  await expect(lock.exclusive(fail)).rejects.toThrow("disk full");
  expect(await lock.shared(async () => "written")).toBe("written");
  expect(await lock.exclusive(async () => "upkept")).toBe("upkept");
});
