import type { Element } from "@headwater/client";
import { expect, it } from "vitest";
import { fetchedFrom, pageNoun, readerWord, readingOf } from "./page-reading.ts";

const ocr = { metadata: { text_source: "ocr" as const } };
const garbled = { metadata: { text_quality: "garbled" as const } };
const plain = { metadata: {} };

it("says which pages were read by OCR, and which have garbled text", () => {
  expect(readingOf([ocr, ocr], "png").words).toMatch(/^read by OCR, /);
  expect(readingOf([plain, ocr], "pdf").words).toMatch(/^read by OCR in part, /);
  expect(readingOf([garbled], "pdf")).toMatchObject({
    words: expect.stringContaining("garbled"),
    isDoubtful: true,
  });
  expect(readingOf([plain], "pdf").words).toBe("from its own text");
  expect(readingOf([plain], "pptx").words).toBe("");
  expect(readingOf([], "pdf").words).toBe("");
});

it("says which method took a page, and which pages a vision model read", () => {
  const wordsOf = (metadata: Record<string, unknown>) =>
    readingOf([{ metadata: metadata as Element["metadata"] }], "pdf").words;
  expect(wordsOf({ text_source: "vision", page_method: "agentic" })).toBe(
    "read by a vision model (agentic), so compare single words with the picture",
  );
  expect(wordsOf({ page_method: "fast" })).toBe("from its own text (fast)");
  expect(wordsOf({ page_method: "accurate" })).toBe(
    "from its own text, its tables looked at closely (accurate)",
  );
});

it("names the address of a fetched page, and links to the web only", () => {
  expect(fetchedFrom({ metadata: { url: "https://www.example.com/a" } })).toEqual({
    words: "example.com/a",
    href: "https://www.example.com/a",
  });
  expect(fetchedFrom({ metadata: { path: "docs/a.md", url: "javascript:alert(1)" } })).toEqual({
    words: "docs/a.md",
    href: undefined,
  });
  expect(fetchedFrom(plain)).toBeUndefined();
});

it.each([
  ["pptx", "Slide"],
  ["PNG", "Picture"],
  ["xls", "Sheet"],
  ["pdf", "Page"],
])("calls a page of a %s a %s", (file_type, noun) => {
  expect(pageNoun({ file_type })).toBe(noun);
});

it("says in a word how a page was read, and nothing where nothing is known", () => {
  expect(
    [[plain], [plain, ocr], [{ metadata: { text_source: "vision" as const } }], []].map(readerWord),
  ).toEqual(["text", "OCR", "vision", ""]);
});
