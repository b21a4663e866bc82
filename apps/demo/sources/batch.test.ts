import type { Upload } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { countBatch, minutesToGo, nextPace } from "./batch.ts";

const upload = (status: Upload["status"], buildId?: string) => ({ status, buildId }) as Upload;
const none = new Set<string>();

it("counts the files of an upload; refused and stopped ones are no part of it", () => {
  const uploads = [
    upload("ready", "a"),
    upload("partial", "b"),
    upload("building", "c"),
    upload("queued"),
    upload("failed"),
    upload("cancelled"),
  ];
  expect(countBatch({ uploads, buildIds: ["c"] }, none).batch).toEqual({ done: 2, total: 4 });
});

it("counts sources that are read for another reason, and remembers those that got ready", () => {
  const first = countBatch({ uploads: [], buildIds: ["x", "y"] }, none);
  expect(first.batch).toEqual({ done: 0, total: 2 });
  const second = countBatch({ uploads: [upload("queued")], buildIds: ["y"] }, first.seen);
  expect(second.batch).toEqual({ done: 1, total: 3 });
});

it("ends when nothing waits, and begins anew", () => {
  const { batch, seen } = countBatch({ uploads: [upload("ready", "a")], buildIds: [] }, new Set(["x"]));
  expect(batch).toBeUndefined();
  expect(countBatch({ uploads: [], buildIds: ["z"] }, seen).batch).toEqual({ done: 0, total: 1 });
});

it("says how long the rest takes, once enough is read to tell", () => {
  const begun = nextPace(undefined, { done: 0, total: 30 }, 1_000);
  const two = nextPace(begun, { done: 2, total: 30 }, 41_000);
  expect(minutesToGo({ done: 2, total: 30 }, two)).toBeUndefined();
  const twelve = nextPace(two, { done: 12, total: 30 }, 241_000);
  expect(minutesToGo({ done: 12, total: 30 }, twelve)).toBe(6);
  // Nothing was read since: time alone changes nothing.
  expect(nextPace(twelve, { done: 12, total: 30 }, 999_000)).toBe(twelve);
  expect(minutesToGo({ done: 29, total: 30 }, twelve)).toBeUndefined();
  expect(nextPace(twelve, undefined, 999_000)).toBeUndefined();
});
