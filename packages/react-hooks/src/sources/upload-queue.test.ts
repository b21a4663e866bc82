import type { ScheduledBuild, UploadProgress } from "@headwater/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUploadQueue } from "./upload-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const size = 100_000;

/** A queue with one upload, whose progress the test reports. */
function sending() {
  let report: (progress: UploadProgress) => void = () => {};
  let finish: (build: ScheduledBuild) => void = () => {};
  const queue = createUploadQueue(() => ({
    concurrency: 1,
    send: (_upload, { onProgress }) => {
      report = onProgress;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    onSettled: () => {},
  }));
  queue.add([new File(["x".repeat(size)], "a.md")], { method: undefined, tags: undefined });
  let changes = 0;
  queue.subscribe(() => {
    changes += 1;
  });
  return {
    sentBytes: () => queue.uploads()[0]?.sentBytes,
    status: () => queue.uploads()[0]?.status,
    changes: () => changes,
    report: (sentBytes: number) => report({ sentBytes, totalBytes: size }),
    finish: () => finish({ build_id: "b1" } as ScheduledBuild),
    cancel: () => queue.cancel(queue.uploads()[0]?.id ?? ""),
  };
}

test("progress is shown ten times a second, however often the network reports it", () => {
  const upload = sending();
  for (let sentBytes = 0; sentBytes <= size / 2; sentBytes += 100) upload.report(sentBytes);
  expect(upload.changes()).toBe(0);
  vi.advanceTimersByTime(100);
  expect([upload.sentBytes(), upload.changes()]).toEqual([size / 2, 1]);
  upload.report(size);
  vi.advanceTimersByTime(100);
  expect([upload.sentBytes(), upload.changes()]).toEqual([size, 2]);
});

test("less than a hundredth of the file is no step", () => {
  const upload = sending();
  upload.report(size / 100 - 1);
  vi.advanceTimersByTime(100);
  expect(upload.changes()).toBe(0);
  upload.report(size / 100);
  vi.advanceTimersByTime(100);
  expect(upload.sentBytes()).toBe(size / 100);
});

test("a report that comes late changes nothing of a build that has begun", async () => {
  const upload = sending();
  upload.report(size / 2);
  upload.finish();
  await vi.advanceTimersByTimeAsync(100);
  expect([upload.status(), upload.sentBytes()]).toEqual(["building", size]);
});

test("a report that comes late changes nothing of an upload that was cancelled", () => {
  const upload = sending();
  upload.report(size / 2);
  upload.cancel();
  vi.advanceTimersByTime(100);
  expect([upload.status(), upload.sentBytes()]).toEqual(["cancelled", 0]);
});
