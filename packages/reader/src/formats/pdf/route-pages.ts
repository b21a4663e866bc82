import { garbledWords, isGarbled } from "../../layout/lines/garbled-text.ts";
import { contains } from "../../layout/page/box.ts";
import type { Page, PageSource, Shape } from "../../layout/page/page.ts";
import { OcrError } from "../../ocr/recognise-text.ts";
import { ParseError } from "../../parse-error.ts";
import { isLatin, replaceGarbled } from "./replace-garbled.ts";

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
 * OCR takes pages that the text layer serves badly, scans with a few words of their own, and the words of single fonts whose text is not what they show. Where
 * it finds nothing better, it leaves them.
 */
export const byOcr =
  (recognise: PageSource["readPage"]): PageReader =>
  async (page, pageNumber) => {
    if (isStampedScan(page)) return withScan(page, () => recognise(pageNumber));
    if (!isServedBadly(page)) return withSoundFonts(page, () => recognise(pageNumber));
    const { words, doubt } = await recognise(pageNumber);
    // Of garbled text, the page says itself that it is uncertain.
    if (words.length === 0 && doubt !== undefined && page.words.length === 0) return { ...page, doubt };
    if (words.length === 0 || isGarbled(words)) return null;
    // A recognition of Latin letters finds them in every script.
    if (isLatin(words) && !isLatin(page.words)) return null;
    // What a scan shows is read. It is not a figure of its page.
    return { ...page, words, shapes: [], textSource: "ocr", doubt };
  };

/** More words make a page of its own text, on a picture. */
const maxStampWords = 20;
/** The picture of a page fills it. Charts with a heading and a caption fill about half. */
const minScanShare = 0.75;
/** Fewer words are what a photograph shows by chance. */
const minScanWords = 10;

/** A page number, the number of a file or the line of a fax machine, on the picture of a page. */
const isStampedScan = ({ words, shapes = [], width, height }: Page): boolean =>
  words.length > 0 &&
  words.length <= maxStampWords &&
  shapes.some((shape) => isScan(shape, width, height)) &&
  !isGarbled(words);

const isScan = ({ kind, left, top, right, bottom }: Shape, width: number, height: number): boolean => {
  const wide = Math.min(right, width) - Math.max(left, 0);
  const high = Math.min(bottom, height) - Math.max(top, 0);
  return kind === "picture" && wide > 0 && high > 0 && wide * high >= minScanShare * width * height;
};

async function withScan(page: Page, recognise: () => Promise<Page>): Promise<Page | null> {
  const read = await ifAvailable(recognise);
  if (!read) return null;
  const found = read.words.filter(({ left, top, right, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return !page.words.some((word) => contains(word, x, y));
  });
  if (found.length < minScanWords || isGarbled(found)) return null;
  const shapes = page.shapes?.filter((shape) => !isScan(shape, page.width, page.height)) ?? [];
  return { ...page, words: [...found, ...page.words], shapes, textSource: "ocr", doubt: read.doubt };
}

async function withSoundFonts(page: Page, recognise: () => Promise<Page>): Promise<Page | null> {
  const isGarbledWord = garbledWords(page.words);
  if (!isGarbledWord) return null;
  const read = await ifAvailable(recognise);
  const words = read && replaceGarbled(page.words, isGarbledWord, read.words);
  return words && { ...page, words };
}

/** Without OCR the text of the page is still sound. The build says which pages are garbled. */
async function ifAvailable(recognise: () => Promise<Page>): Promise<Page | null> {
  try {
    return await recognise();
  } catch (error) {
    if (error instanceof ParseError || error instanceof OcrError) return null;
    throw error;
  }
}

/** A page that only shows a picture, or whose text is garbled. */
export const isServedBadly = ({ words, hasImages = false }: Page): boolean =>
  words.length === 0 ? hasImages : isGarbled(words);
