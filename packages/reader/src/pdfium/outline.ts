import type { OutlineEntry } from "../layout/page/page.ts";
import { readUtf16 } from "./page-characters.ts";
import type { Pdfium } from "./pdfium.ts";

const maxEntries = 5_000;
const maxDepth = 8;

/** The document's bookmarks in order, parents before children. The limits above end loops in broken files. */
export function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let visited = 0;
  const visit = (parent: number, level: number) => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && visited < maxEntries) {
      visited += 1;
      const current = bookmark;
      const title = readUtf16(pdfium, (buffer, size) => pdfium.FPDFBookmark_GetTitle(current, buffer, size));
      const page = destinationPage(pdfium, document, current);
      if (title !== "" && page !== null)
        entries.push({ title: title.normalize("NFC"), pageNumber: page, level });
      if (level < maxDepth) visit(current, level + 1);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current);
    }
  };
  visit(0, 1);
  return entries;
}

function destinationPage(pdfium: Pdfium, document: number, bookmark: number): number | null {
  let destination = pdfium.FPDFBookmark_GetDest(document, bookmark);
  if (destination === 0) {
    const action = pdfium.FPDFBookmark_GetAction(bookmark);
    if (action !== 0) destination = pdfium.FPDFAction_GetDest(document, action);
  }
  if (destination === 0) return null;
  const index = pdfium.FPDFDest_GetDestPageIndex(document, destination);
  return index >= 0 ? index + 1 : null;
}
