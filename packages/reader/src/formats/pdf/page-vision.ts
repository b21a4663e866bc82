import type { Method } from "@headwater/spec";
import { isGarbled } from "../../layout/lines/garbled-text.ts";
import type { Page } from "../../layout/page/page.ts";
import type { DocumentVision } from "../../vision/document-vision.ts";
import { createPageSeer, type PageSeer } from "../../vision/page-seer.ts";
import type { PdfDocument } from "./pdf-document.ts";
import { isServedBadly, type PageReader } from "./route-pages.ts";

/** 150 dpi shows small print, and models scale larger pictures down. */
const pixelsPerPoint = 150 / 72;
const maxSide = 2_000;

export type PageVision = Pick<PageSeer, "withPagesSeen" | "message"> & {
  readPage: PageReader;
  maxConcurrent: number;
};

/**
 * Gives pages to the model: with `agentic` all that show anything, otherwise those that the text layer serves badly. A
 * page that the model fails at goes to the next reader.
 */
export function createPageVision(
  document: Pick<PdfDocument, "renderPage">,
  vision: DocumentVision,
  method: Method,
): PageVision {
  const { see, withPagesSeen, message } = createPageSeer(vision);
  const takes = method === "agentic" ? showsAnything : isServedBadly;

  return {
    async readPage(page, number) {
      if (!takes(page)) return null;
      const { width, height, links } = page;
      const knownWords = isGarbled(page.words) ? [] : page.words;
      const facts = { number, width, height, knownWords, knownText: textOf(knownWords), links };
      const wasRead = await see(facts, async () => {
        const scale = Math.min(pixelsPerPoint, maxSide / Math.max(width, height));
        const { encodePicture } = await import("../../vision/encode-picture.ts");
        return encodePicture(await document.renderPage(number, scale));
      });
      // The layout rules have nothing left to do on it.
      return wasRead ? { ...page, words: [], rules: [], shapes: [] } : null;
    },
    maxConcurrent: vision.maxConcurrent,
    withPagesSeen,
    message,
  };
}

const showsAnything = ({ words, rules, hasImages = false }: Page): boolean =>
  words.length + rules.length > 0 || hasImages;

const textOf = (words: Page["words"]): string =>
  words.map(({ text, spaceBefore }, index) => (spaceBefore && index > 0 ? ` ${text}` : text)).join("");
