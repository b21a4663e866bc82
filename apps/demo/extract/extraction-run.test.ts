import { expect, it } from "vitest";
import { type ExtractionRun, extractionRun, noRun, stopUnfinished, waitingRow } from "./extraction-run.ts";

const evidence = [{ path: "/total", file_id: "1", element_id: "e", page_number: 2, text: "4.50" }];
const run: ExtractionRun = {
  schema: { type: "object", properties: { total: { type: "number" } } },
  instruction: "One invoice per source.",
  thinking: "fast",
  rows: [
    { fileId: "1", fileName: "a.pdf", state: "done", output: { total: 4.5 }, evidence },
    { ...waitingRow("2", "b.pdf"), state: "failed", why: "The service took too long." },
    { ...waitingRow("3", "c.pdf"), state: "reading" },
    waitingRow("4", "d.pdf"),
  ],
};

// Like session storage: JSON leaves undefined fields out.
const reloaded = (run: ExtractionRun) => extractionRun.parse(JSON.parse(JSON.stringify(run)));

it("keeps finished rows after a reload, whatever the state of the others", () => {
  expect(reloaded(run)).toEqual(run);
  expect(stopUnfinished(reloaded(run).rows).map(({ state, output }) => [state, output])).toEqual([
    ["done", { total: 4.5 }],
    ["failed", undefined],
    ["stopped", undefined],
    ["stopped", undefined],
  ]);
});

it("begins with a run that can be stored", () => {
  expect(reloaded(noRun)).toEqual(noRun);
});
