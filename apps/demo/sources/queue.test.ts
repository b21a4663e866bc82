import { readFileSync } from "node:fs";
import type { Build, Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { inQueue, queueOf, queueWords, uploadsOf } from "./queue.ts";

const [listed] = JSON.parse(
  readFileSync(new URL("../../../spec/examples/listSources.200.json", import.meta.url), "utf8"),
) as [Source];

const upload = (id: string, changes: Partial<Upload>): Upload => ({
  id,
  file: new File(["text"], "notes.md"),
  fileName: "notes.md",
  sizeBytes: 4,
  method: undefined,
  tags: undefined,
  status: "uploading",
  sentBytes: 2,
  buildId: undefined,
  fileId: undefined,
  build: undefined,
  error: undefined,
  ...changes,
});
const building = (id: string, status: Build["status"]) =>
  upload(id, { status: "building", buildId: id, build: { status } as Build });
const refusal = { id: "r", fileName: "a.xyz", sizeBytes: 1, why: "" };
const ids = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);

it("has first what is being sent or read, then what waits, then what was refused", () => {
  const queue = queueOf(
    [
      upload("queued", { status: "queued" }),
      building("pending", "Pending"),
      building("read", "Processing"),
      upload("failed", { status: "failed" }),
      upload("sent", {}),
      upload("stopped", { status: "cancelled" }),
    ],
    [refusal],
    [],
  );
  expect(ids(queue.running)).toEqual(["read", "sent"]);
  expect(ids(queue.waiting)).toEqual(["queued", "pending"]);
  expect(ids(queue.failed)).toEqual(["failed"]);
  expect(queue.refusals).toEqual([refusal]);
});

it("lets an upload go when the list has what became of it, read or not", () => {
  const ready = upload("ready", { status: "ready", fileId: listed.file_id });
  const failed = upload("failed", { status: "failed", buildId: listed.build_id ?? undefined });
  const empty = { running: [], waiting: [], failed: [], refusals: [] };
  expect(queueOf([ready, failed], [], [listed])).toEqual(empty);
  expect(ids(queueOf([ready], [], []).running)).toEqual(["ready"]);
  expect(ids(queueOf([failed], [], []).failed)).toEqual(["failed"]);
});

it("holds a source while its upload is not over, and finds the uploads of one that is deleted", () => {
  const running = upload("u", { status: "building", buildId: listed.build_id ?? undefined });
  expect([...inQueue([listed], queueOf([running], [], [listed]))]).toEqual([listed.file_id]);
  expect(uploadsOf(listed, [running, upload("other", {})])).toEqual([running]);
});

it.each([
  [[], [], undefined, ""],
  [[upload("a", {})], [], { done: 0, total: 1 }, "One file is on its way."],
  [[upload("a", {}), upload("b", {})], [], { done: 0, total: 2 }, "Two files are on their way."],
  [[upload("a", {})], [refusal], { done: 12, total: 30 }, "12 of 30 are read. One was not added."],
  [
    [upload("a", {})],
    [],
    { done: 1, total: 30, minutesToGo: 6 },
    "1 of 30 is read, about six minutes to go.",
  ],
  [[upload("a", { status: "failed" as const })], [refusal, refusal], undefined, "Three were not added."],
])("says how far it is, %#", (uploads, refusals, batch, words) => {
  expect(queueWords(queueOf(uploads, refusals, []), batch)).toBe(words);
});
