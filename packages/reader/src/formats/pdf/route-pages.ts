import { garbledWords, isGarbled } from "../../layout/garbled-text.ts";
import type { Page, PageSource } from "../../layout/page.ts";
import { OcrError } from "../../ocr/recognise-text.ts";
import { ParseError } from "../../parse-error.ts";
import { replaceGarbled } from "./replace-garbled.ts";

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

/**
 * OCR takes pages that the text layer serves badly, and the words of single fonts whose text is not what they show. Where
 * it finds nothing better, it leaves them.
 */
export const byOcr =
  (recognise: PageSource["readPage"]): PageReader =>
  async (page, pageNumber) => {
    if (!isServedBadly(page)) return withSoundFonts(page, () => recognise(pageNumber));
    const { words, doubt } = await recognise(pageNumber);
    // Of garbled text, the page says itself that it is uncertain.
    if (words.length === 0 && doubt !== undefined && page.words.length === 0) return { ...page, doubt };
    if (words.length === 0 || isGarbled(words)) return null;
    // What a scan shows is read. It is no figure of its page.
    return { ...page, words, shapes: [], textSource: "ocr", doubt };
  };

async function withSoundFonts(page: Page, recognise: () => Promise<Page>): Promise<Page | null> {
  const isGarbledWord = garbledWords(page.words);
  if (!isGarbledWord) return null;
  try {
    const words = replaceGarbled(page.words, isGarbledWord, (await recognise()).words);
    return words && { ...page, words };
  } catch (error) {
    // Without OCR the rest of the page is still sound. The build says which pages are garbled.
    if (error instanceof ParseError || error instanceof OcrError) return null;
    throw error;
  }
}

/** A page that only shows a picture, or whose text is garbled. */
export const isServedBadly = ({ words, hasImages = false }: Page): boolean =>
  words.length === 0 ? hasImages : isGarbled(words);
