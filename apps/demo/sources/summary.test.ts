import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { summaryOf } from "./summary.ts";

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
