import { methods } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { docxParagraph, makeDocx } from "../../../testing/fixtures/docx.ts";
import { parsedExtensions } from "../parsers/index.ts";
import { ParseError } from "../parsers/parser.ts";
import { partition } from "./partition.ts";

const context = {
  onProgress: () => undefined,
  pdfReader: async () => {
    throw new Error("no PDF is read here");
  },
};
const text = (content: string, extension: string) => ({
  bytes: new TextEncoder().encode(content),
  fileName: `a.${extension}`,
  extension,
});

const FILES = [
  text("A sentence stands here.", "txt"),
  text("A sentence stands here.", "text"),
  text("A *sentence* stands here.", "md"),
  text("<p>A sentence stands here.", "html"),
  text("<p>A sentence stands here.", "htm"),
  text("A sentence stands here.", "csv"),
  text("A sentence stands here.", "tsv"),
  {
    bytes: makeDocx({ body: docxParagraph("A sentence stands here.") }),
    fileName: "a.docx",
    extension: "docx",
  },
];

describe("partition", () => {
  it.each(FILES)("reads .$extension", async (file) => {
    const { elements, totalPages, failedPages } = await partition(file, "fast", context);
    expect(elements.map((element) => element.text)).toEqual(["A sentence stands here."]);
    expect({ totalPages, failedPages }).toEqual({ totalPages: 1, failedPages: [] });
  });

  it("covers every extension that is offered, PDF aside", () => {
    expect(FILES.map((file) => file.extension).sort()).toEqual(
      parsedExtensions.filter((extension) => extension !== "pdf").sort(),
    );
  });

  it.each(methods)("says when %s was not what ran", async (method) => {
    const { message } = await partition(text("x y", "txt"), method, context);
    const own = method === "fast" || method === "auto";
    expect(message).toBe(own ? null : `Parsed with method fast: ${method} is not available yet`);
  });

  it("refuses an extension it cannot read, naming those it can", async () => {
    await expect(partition(text("x", "xyz"), "fast", context)).rejects.toThrow(/\.xyz.*docx/);
    await expect(partition(text("x", "xyz"), "fast", context)).rejects.toBeInstanceOf(ParseError);
  });
});
