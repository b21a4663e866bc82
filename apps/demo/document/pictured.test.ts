import { expect, it } from "vitest";
import { mayHavePages } from "./pictured.ts";

const source = (file_type: string) => ({ file_source: "local file" as const, file_type, total_pages: 2 });

it.each(["pdf", "PDF", "pptx", "png"])("asks for the pages of a source of type %s", (type) => {
  expect(mayHavePages(source(type))).toBe(true);
});

it.each(["docx", "DOCX", "doc", "odt", "md", "html", "htm", "txt", "text", "csv", "tsv", "mp3"])(
  "asks for no page of a source of type %s",
  (type) => {
    expect(mayHavePages(source(type))).toBe(false);
  },
);

it("requests no page of a source that is an address or has no known pages", () => {
  expect(mayHavePages({ ...source("pdf"), file_source: "url" })).toBe(false);
  expect(mayHavePages({ ...source("pdf"), total_pages: null })).toBe(false);
});
