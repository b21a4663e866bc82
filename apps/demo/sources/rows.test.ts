import { readFileSync } from "node:fs";
import type { Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { finishedUploads, rowsOf, uploadsOf } from "./rows.ts";

const [listed] = JSON.parse(
  readFileSync(new URL("../../../spec/examples/listSources.200.json", import.meta.url), "utf8"),
) as [Source];

const upload = (changes: Partial<Upload>): Upload => ({
  id: "u1",
  file: new File(["text"], "notes.md"),
  fileName: "notes.md",
  sizeBytes: 4,
  method: undefined,
  status: "uploading",
  sentBytes: 2,
  buildId: undefined,
  fileId: undefined,
  build: undefined,
  error: undefined,
  ...changes,
});

it("puts uploads above sources, newest first", () => {
  const older = { ...listed, file_id: "older", created_at: "2025-01-01T00:00:00.000Z" };
  const rows = rowsOf([older, listed], [upload({}), upload({ id: "u2" })], []);
  expect(rows.map(({ key }) => key)).toEqual(["u2", "u1", listed.file_id, "older"]);
});

it("replaces an upload as soon as the list has its source or its build", () => {
  const byFile = upload({ status: "building", fileId: listed.file_id });
  const byBuild = upload({ id: "u2", status: "building", buildId: listed.build_id ?? undefined });
  expect(rowsOf([listed], [byFile, byBuild], []).map(({ kind }) => kind)).toEqual(["source"]);
});

it("keeps an upload that failed, and drops one that was stopped", () => {
  const rows = rowsOf([], [upload({ status: "failed" }), upload({ id: "u2", status: "cancelled" })], []);
  expect(rows.map(({ key }) => key)).toEqual(["u1"]);
});

it("forgets a ready upload as soon as its source is listed, so that it does not reappear after a deletion", () => {
  const ready = upload({ status: "ready", fileId: listed.file_id });
  const building = upload({ id: "u2", status: "building", fileId: listed.file_id });
  const unread = upload({ id: "u3", status: "failed", fileId: listed.file_id });
  expect(finishedUploads([listed], [ready, building, unread], false)).toEqual([ready, unread]);
});

it("forgets a ready upload that no later list contains, but not a failed one", () => {
  const partial = upload({ status: "partial", fileId: "gone" });
  const refused = upload({ id: "u2", status: "failed" });
  expect(finishedUploads([listed], [partial, refused], false)).toEqual([]);
  expect(finishedUploads([listed], [partial, refused], true)).toEqual([partial]);
});

it("finds the uploads of a source that is to be deleted, also while it is being read", () => {
  const building = upload({ status: "building", buildId: listed.build_id ?? undefined });
  expect(uploadsOf(listed, [building, upload({ id: "u2" })])).toEqual([building]);
});
