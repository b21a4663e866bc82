import { isGarbled } from "../../layout/garbled-text.ts";
import type { Page, PageSource } from "../../layout/page.ts";

/** Reads a page in another way than from its text layer. Null when the text layer, or the next reader, serves it better. */
export type PageReader = (textLayer: Page, pageNumber: number) => Promise<Page | null>;

/**
 * Sends each page to the first reader that takes it. What none of them takes is read from its text layer.
 */
export function routePages(textLayer: PageSource, readers: readonly PageReader[]): PageSource {
  return {
    ...textLayer,
    async readPage(pageNumber) {
      const page = await textLayer.readPage(pageNumber);
      for (const read of readers) {
        const better = await read(page, pageNumber);
        if (better) return better;
      }
      return page;
    },
  };
}

/** OCR takes pages that the text layer serves badly. Where it finds nothing better, it leaves them. */
export const byOcr =
  (recognise: PageSource["readPage"]): PageReader =>
  async (page, pageNumber) => {
    if (!isServedBadly(page)) return null;
    const { words } = await recognise(pageNumber);
    if (words.length === 0 || isGarbled(words)) return null;
    // What a scan shows is read. It is no figure of its page.
    return { ...page, words, shapes: [], textSource: "ocr" };
  };

/** A page that only shows a picture, or whose text is garbled. */
export const isServedBadly = ({ words, hasImages = false }: Page): boolean =>
  words.length === 0 ? hasImages : isGarbled(words);
