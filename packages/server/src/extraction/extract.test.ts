import { describe, expect, test } from "vitest";
import { createRuleBasedExtractor } from "../adapters/builtin/extraction/rule-based-extractor.ts";
import { type ElementStore, VersionRemovedError } from "../elements/element-store.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { createExtract, type ExtractRequest } from "./extract.ts";

const texts: Record<string, string> = {
  invoice: "Invoice number: A-17 Invoice date: 3 May 2024",
  letter: "Dear Sir, the weather is fine.",
};

function createRoom(removals = 0) {
  let removed = 0;
  const sources = {
    find: async (projectId: string, fileId: string) =>
      projectId === "project" && (fileId in texts || fileId === "unparsed")
        ? { fileId, fileName: `${fileId}.pdf` }
        : null,
  } as unknown as SourceStore;
  const elements = {
    active: async (fileId: string) => (fileId in texts ? { versionId: fileId } : null),
    list: async (versionId: string) => {
      removed += 1;
      if (removed <= removals) throw new VersionRemovedError(versionId);
      const text = texts[versionId] ?? "";
      return {
        items: [{ elementId: "e0", position: 0, type: "NarrativeText", text, pageNumber: 1 }],
        total: 1,
      };
    },
  } as unknown as ElementStore;
  const extract = createExtract({ sources, elements, extractor: createRuleBasedExtractor() });
  return (request: Partial<ExtractRequest>) =>
    extract(
      {
        projectId: "project",
        fileIds: ["invoice"],
        instruction: "Extract the invoice",
        outputSchema: {
          type: "object",
          properties: {
            invoice_number: { type: "string" },
            invoice_date: { type: "string", format: "date" },
          },
          required: ["invoice_number"],
        },
        thinkingLevel: "accurate",
        ...request,
      },
      new AbortController().signal,
    );
}

const status = (code: number, detail: string) => new ServiceError(code, detail);

describe("extract", () => {
  test("returns the files it read, the output, its text and the sources of the values", async () => {
    const result = await createRoom()({ fileIds: ["letter", "invoice", "letter"] });
    const place = {
      fileId: "invoice",
      fileName: "invoice.pdf",
      pageNumber: 1,
      elementId: "e0",
      boundingBox: null,
      box: "block",
      score: 1,
      verdict: "verified",
      basis: "label",
    };
    expect(result).toEqual({
      fileIds: ["letter", "invoice"],
      fileNames: ["letter.pdf", "invoice.pdf"],
      structuredOutput: { invoice_number: "A-17", invoice_date: "2024-05-03" },
      rawJson: '{"invoice_number":"A-17","invoice_date":"2024-05-03"}',
      usage: { tokensIn: 0, tokensOut: 0 },
      model: null,
      message: null,
      evidence: [
        { ...place, path: "/invoice_number", quote: "A-17" },
        { ...place, path: "/invoice_date", quote: "3 May 2024" },
      ],
    });
  });

  test("a required value that no document has is a 400 that names it", async () => {
    await expect(createRoom()({ fileIds: ["letter"] })).rejects.toThrow(
      status(
        400,
        "No value for /invoice_number was found in the documents, and output_schema leaves no way to say so: allow null there or remove it from 'required'",
      ),
    );
  });

  test.each([
    [{ fileIds: [] }, 400, "At least one of file_ids or file_names is required"],
    [{ instruction: " " }, 400, "user_instruction is required"],
    [
      { outputSchema: { type: "array" } },
      400,
      "output_schema is not supported: a type other than object at its root",
    ],
    [{ fileIds: ["unknown"] }, 404, "File not found"],
    [{ projectId: "other" }, 404, "File not found"],
    [{ fileIds: ["unparsed"] }, 404, "No parsing history found for file"],
  ])("refuses %j", async (request, code, detail) => {
    await expect(createRoom()(request)).rejects.toMatchObject({ status: code, message: detail });
  });

  test("reads the new version when the old one is replaced meanwhile", async () => {
    expect((await createRoom(1)({})).structuredOutput).toMatchObject({ invoice_number: "A-17" });
    await expect(createRoom(9)({})).rejects.toThrow(VersionRemovedError);
  });
});
