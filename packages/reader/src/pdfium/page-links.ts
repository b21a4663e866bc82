import type { PageLink } from "../layout/page/page.ts";
import { readUtf8 } from "./page-characters.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";

const maxLinks = 1_000;

/** Links to web addresses. Links inside the document add nothing to its text. */
export function readPageLinks(
  pdfium: Pdfium,
  document: number,
  page: number,
  frame: PageFrame,
  scratch: number,
): PageLink[] {
  const links: PageLink[] = [];
  const position = scratch;
  const linkOut = scratch + 4;
  const rectangle = scratch + 8;
  new DataView(pdfium.bytes().buffer).setInt32(position, 0, true);
  for (let count = 0; count < maxLinks; count += 1) {
    if (pdfium.FPDFLink_Enumerate(page, position, linkOut) === 0) break;
    const link = new DataView(pdfium.bytes().buffer).getUint32(linkOut, true);
    const action = pdfium.FPDFLink_GetAction(link);
    if (action === 0 || pdfium.FPDFLink_GetAnnotRect(link, rectangle) === 0) continue;
    const url = readUtf8(pdfium, (buffer, size) =>
      pdfium.FPDFAction_GetURIPath(document, action, buffer, size),
    );
    if (!/^(https?|mailto|ftp|tel):/i.test(url)) continue;
    const floats = pdfium.floats();
    const at = rectangle >> 2;
    const edges = frame.toDisplay(
      floats[at] ?? 0,
      floats[at + 3] ?? 0,
      floats[at + 2] ?? 0,
      floats[at + 1] ?? 0,
    );
    links.push({
      box: {
        left: edges.left,
        top: edges.top,
        width: edges.right - edges.left,
        height: edges.bottom - edges.top,
      },
      url,
    });
  }
  return links;
}
