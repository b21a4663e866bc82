import type { Source } from "@headwater/client";
import type { Upload } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import type { Row } from "./rows.ts";
import { summaryOf, summaryOfAdding } from "./summary.ts";

const sources = (...statuses: Source["status"][]) => statuses.map((status) => ({ status, error: null }));

it.each([
  [[], "Nothing has been added yet."],
  [["Completed"], "One source. It is ready."],
  [["New", "New"], "Two sources. Both wait."],
  [["Completed", "Completed", "Completed"], "Three sources. All are ready."],
  [
    ["Completed", "Processing", "Completed", "New", "Processing failed"],
    "Five sources. Two are ready, one is being read, one waits, one could not be read.",
  ],
] satisfies [Source["status"][], string][])("%j: %s", (statuses, words) => {
  expect(summaryOf(sources(...statuses))).toBe(words);
});

it("uses figures above twelve", () => {
  expect(summaryOf(sources(...Array<"Completed">(13).fill("Completed")))).toBe("13 sources. All are ready.");
});

const upload = (status: Upload["status"]): Row => ({
  kind: "upload",
  key: crypto.randomUUID(),
  upload: { status, sentBytes: 0, sizeBytes: 9 } as Upload,
});
const refusal: Row = {
  kind: "refusal",
  key: "r",
  refusal: { id: "r", fileName: "a", sizeBytes: 1, why: "" },
};

it.each([
  [[], ""],
  [[upload("queued")], "One file is on its way."],
  [
    [upload("queued"), upload("uploading"), upload("building"), upload("failed")],
    "Three files are on their way. One could not be added.",
  ],
  [[refusal, upload("failed")], "Two could not be added."],
] satisfies [Row[], string][])("counts what is not among the sources, %#", (rows, words) => {
  expect(summaryOfAdding(rows)).toBe(words);
});
