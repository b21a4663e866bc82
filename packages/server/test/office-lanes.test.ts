import { readdir } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { createOfficePages } from "../src/elements/office-pages.ts";
import { createPatientLanes } from "../src/kernel/patient-lanes.ts";
import { systemTimer } from "../src/kernel/timer.ts";
import { hugePageOds } from "../testing/documents/huge-page-ods.ts";
import { docxFile, docxParagraph } from "../testing/documents/sample-docx.ts";
import { openOfficeStage } from "../testing/office-stage.ts";

const documents = new Map([
  ["huge", hugePageOds()],
  ["harmless", docxFile([docxParagraph("Hello")])],
]);

needs("soffice")("a document that keeps LibreOffice busy", () => {
  it("holds up no other, even in a single lane, and leaves nothing behind when it is stopped", async () => {
    const stage = await openOfficeStage();
    onTestFinished(() => stage.close());
    const stopping = new AbortController();
    const pages = createOfficePages({
      converter: stage.converter(),
      lanes: createPatientLanes({ lanes: 1, quickMs: 500, timer: systemTimer }),
      kept: { find: async () => null, keep: async () => {}, remove: async () => {}, list: async () => [] },
      blobs: { read: async (_, hash) => Buffer.from(documents.get(hash) ?? []) },
      isUsed: async () => true,
      tooBusy: (waiting) => new Error(`${waiting} wait`),
      onNotKept: () => {},
      signal: stopping.signal,
    });
    const ended: string[] = [];
    const shown = async (contentHash: string) => {
      const pdf = await pages.pdfOf({ projectId: contentHash, contentHash });
      ended.push(contentHash);
      return pdf;
    };
    const huge = shown("huge");
    huge.catch(() => {});
    const harmless = await shown("harmless");
    expect(Buffer.from(harmless.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(ended).toEqual(["harmless"]);
    stopping.abort(new Error("the service stops"));
    await expect(huge).rejects.toThrow("the service stops");
    expect(await readdir(stage.work)).toEqual([]);
  });
});
