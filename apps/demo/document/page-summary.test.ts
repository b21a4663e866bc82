import { expect, it } from "vitest";
import { pageSummary } from "./page-summary.ts";

const read = (pages: readonly (string | undefined)[]) =>
  pages.flatMap((source, index) =>
    source === undefined
      ? []
      : ["", source].map((each) => ({
          page_number: index + 1,
          metadata: each === "" ? {} : { [each === "garbled" ? "text_quality" : "text_source"]: each },
        })),
  );

it("says how many pages were read how", () => {
  const pages = [...Array(13).fill(""), "ocr", "ocr", "vision", undefined, undefined];
  expect(pageSummary({ elements: read(pages), pageCount: 18, failedPages: [17, 18] })).toBe(
    "18 pages: 13 from their text, two by OCR, one by vision, two not read",
  );
});

it("says it short when all were read alike", () => {
  const summary = (pages: string[]) =>
    pageSummary({ elements: read(pages), pageCount: pages.length, failedPages: [] });
  expect(summary(["", ""])).toBe("2 pages, all from their text");
  expect(summary(["ocr"])).toBe("1 page, by OCR");
  expect(summary([""])).toBe("1 page, from its text");
});

it("names pages that have no text, and pages whose text is garbled", () => {
  expect(pageSummary({ elements: read(["", undefined, "garbled"]), pageCount: 3, failedPages: [] })).toBe(
    "3 pages: one from its text, one garbled, one without text",
  );
});
