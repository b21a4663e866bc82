import type { Element } from "@headwater/client";
import { counted, numberInWords } from "../sources/sizes.ts";
import { type PageReader, readerOf } from "./page-reading.ts";

type Pages = {
  /** Every element of the document. */
  elements: readonly Pick<Element, "page_number" | "metadata">[];
  pageCount: number;
  failedPages: readonly number[];
};

/** The words for each reader's share, in the order in which they are shown. */
const words: Record<PageReader | "failed", string> = {
  text: "from their text",
  ocr: "by OCR",
  vision: "by vision",
  garbled: "garbled",
  none: "without text",
  failed: "not read",
};

/** For example "18 pages: 13 from their text, two by OCR, one by vision, two not read". */
export function pageSummary({ elements, pageCount, failedPages }: Pages): string {
  const byPage = Map.groupBy(elements, ({ page_number }) => page_number ?? 0);
  const counts = new Map<string, number>();
  for (let page = 1; page <= pageCount; page += 1) {
    const reader = failedPages.includes(page) ? "failed" : readerOf(byPage.get(page) ?? []);
    counts.set(reader, (counts.get(reader) ?? 0) + 1);
  }
  const parts = Object.entries(words).flatMap(([reader, how]) => {
    const count = counts.get(reader);
    if (!count) return [];
    if (count < pageCount)
      return [`${numberInWords(count)} ${count === 1 ? how.replace("their", "its") : how}`];
    return [pageCount === 1 ? how.replace("their", "its") : `all ${how}`];
  });
  return `${counted(pageCount, "page")}${parts.length === 1 ? "," : ":"} ${parts.join(", ")}`;
}
