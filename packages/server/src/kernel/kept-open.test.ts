import { expect, it } from "vitest";
import { createKeptOpen, type Kept } from "./kept-open.ts";

/** Items of a size each, and the keys that were opened, in order. */
function opening(sizes: Record<string, number>, maxBytes: number) {
  const opened: string[] = [];
  const { inTurn } = createKeptOpen<string, Kept>(maxBytes);
  const kept = {
    inTurn: <T>(key: string, work: () => Promise<T> | T) =>
      inTurn(
        key,
        async () => {
          opened.push(key);
          return { refresh: async () => {}, bytes: () => sizes[key] ?? 0 };
        },
        work,
      ),
  };
  return { opened, kept };
}

it("drops what was not asked for the longest, by bytes, and opens it again when it is asked for", async () => {
  const { opened, kept } = opening({ small: 10, middle: 40, large: 60 }, 100);
  for (const key of ["small", "middle", "small", "large"]) await kept.inTurn(key, () => {});
  // 60 + 10 fit, with 40 they would be too many.
  for (const key of ["small", "large", "middle"]) await kept.inTurn(key, () => {});
  expect(opened).toEqual(["small", "middle", "large", "middle"]);
});

it("keeps the item that was asked for last, whatever its size", async () => {
  const { opened, kept } = opening({ huge: 1_000, small: 1 }, 100);
  for (const key of ["huge", "huge", "small", "huge"]) await kept.inTurn(key, () => {});
  expect(opened).toEqual(["huge", "small", "huge"]);
});

it("never drops an item while work on it is under way, however many others are asked for", async () => {
  const { opened, kept } = opening({ busy: 100, other: 100, another: 100 }, 100);
  const gate = Promise.withResolvers<void>();
  const working = kept.inTurn("busy", () => gate.promise);
  for (const key of ["other", "another"]) await kept.inTurn(key, () => {});
  const next = kept.inTurn("busy", () => "done");
  gate.resolve();
  await working;
  expect(await next).toBe("done");
  expect(opened).toEqual(["busy", "other", "another"]);
});

it("does work on one item in the order in which it was asked for, refreshed each time", async () => {
  const log: string[] = [];
  const { inTurn } = createKeptOpen<string, Kept>(100);
  const work = (key: string, what: () => Promise<unknown> | unknown) =>
    inTurn(key, async () => ({ refresh: async () => void log.push("refresh"), bytes: () => 0 }), what);
  const gate = Promise.withResolvers<void>();
  const first = work("one", async () => {
    await gate.promise;
    log.push("first");
  });
  const second = work("one", () => log.push("second"));
  await work("other", () => log.push("of another"));
  gate.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(["refresh", "refresh", "of another", "first", "refresh", "second"]);
});

it("opens an item again after a failure, also for the work that waits already", async () => {
  const { opened, kept } = opening({ one: 1 }, 100);
  const failing = kept.inTurn("one", () => Promise.reject(new Error("no room")));
  const waiting = kept.inTurn("one", () => "done");
  await expect(failing).rejects.toThrow("no room");
  expect(await waiting).toBe("done");
  await expect(kept.inTurn("one", () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  expect(await kept.inTurn("one", () => "again")).toBe("again");
  expect(opened).toEqual(["one", "one", "one"]);
});
