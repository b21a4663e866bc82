import { isGarbled } from "../../layout/garbled-text.ts";
import type { Page, PageSource } from "../../layout/page.ts";

/**
 * Sends each page to the cheapest reader that serves it. A page with a true text layer is read as it is. A page that
 * only shows a picture, or whose text is garbled, goes to OCR. Where OCR finds nothing better, the text layer stands.
 */
export function routePages(textLayer: PageSource, readByOcr: PageSource["readPage"]): PageSource {
  return {
    ...textLayer,
    async readPage(pageNumber) {
      const page = await textLayer.readPage(pageNumber);
      if (!needsOcr(page)) return page;
      const { words } = await readByOcr(pageNumber);
      if (words.length === 0 || isGarbled(words)) return page;
      // What a scan shows is read. It is no figure of its page.
      return { ...page, words, shapes: [], textSource: "ocr" };
    },
  };
}

const needsOcr = ({ words, hasImages = false }: Page): boolean =>
  words.length === 0 ? hasImages : isGarbled(words);
