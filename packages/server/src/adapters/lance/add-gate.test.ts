import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAddGate } from "./add-gate.ts";

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

it("lets additions run side by side, and clearing only between them", async () => {
  const gate = createAddGate();
  const [first, second, clearing, late] = [held(), held(), held(), held()];
  const additions = [gate.add(first.run), gate.add(second.run)];
  await turn();
  expect([first.begun, second.begun]).toEqual([true, true]);

  const cleared = gate.alone(clearing.run);
  additions.push(gate.add(late.run));
  first.end();
  await turn();
  expect([clearing.begun, late.begun]).toEqual([false, false]);
  second.end();
  await turn();
  expect([clearing.begun, late.begun]).toEqual([true, false]);
  clearing.end();
  await cleared;
  await turn();
  expect(late.begun).toBe(true);
  late.end();
  await Promise.all(additions);
});

it("goes on after work that failed, and tells it to whoever asked for it", async () => {
  const gate = createAddGate();
  const fail = () => Promise.reject(new Error("disk full"));
  await expect(gate.add(fail)).rejects.toThrow("disk full");
  await expect(gate.alone(fail)).rejects.toThrow("disk full");
  expect(await gate.add(async () => "added")).toBe("added");
  expect(await gate.alone(async () => "cleared")).toBe("cleared");
});
