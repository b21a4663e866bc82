import { expect, it } from "vitest";
import { isLaidOut, mayHavePages, pictureCount } from "./pictured.ts";

const source = (file_type: string) => ({ file_source: "local file" as const, file_type, total_pages: 2 });
const all = () => true;
const withoutOffice = (capability: string) => capability !== "office-screenshots";

it.each(["pdf", "PDF", "pptx", "png"])("asks for the pages of a source of type %s", (type) => {
  expect(mayHavePages(source(type), withoutOffice)).toBe(true);
  expect(mayHavePages(source(type), () => false)).toBe(false);
});

it.each(["docx", "DOCX", "doc", "odt"])("asks for pages of a %s where the service lays it out", (type) => {
  expect(mayHavePages(source(type), withoutOffice)).toBe(false);
  expect(mayHavePages(source(type), all)).toBe(true);
  expect(isLaidOut(source(type))).toBe(true);
});

it.each(["md", "html", "htm", "txt", "text", "csv", "tsv", "mp3", "webm"])(
  "asks for no page of a source of type %s",
  (type) => {
    expect(mayHavePages(source(type), all)).toBe(false);
  },
);

it("requests no page of a source that is an address or has no known pages", () => {
  expect(mayHavePages({ ...source("pdf"), file_source: "url" }, all)).toBe(false);
  expect(mayHavePages({ ...source("pdf"), total_pages: null }, all)).toBe(false);
});

it("reads how many pages are pictured, where the service says it", () => {
  expect(pictureCount({ page_number: 1, total_pages: 4 })).toBe(4);
  expect(pictureCount({ page_number: 1 })).toBeUndefined();
  expect(pictureCount(undefined)).toBeUndefined();
});
