import type { ParsedElement } from "../../element.ts";
import type { Page } from "../../layout/page.ts";
import { readPages } from "../../layout/read-pages.ts";
import { readsPictures } from "../../methods.ts";
import type { OpenOcr } from "../../ocr/open-ocr.ts";
import type { Picture } from "../../ocr/prepare-picture.ts";
import { readPicture } from "../../ocr/read-picture.ts";
import type { OcrEngine } from "../../ocr/recognise-text.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, Parser } from "../../parser.ts";
import type { DocumentVision } from "../../vision/document-vision.ts";
import { encodePicture } from "../../vision/encode-picture.ts";
import { createPageSeer, type PageSeer } from "../../vision/page-seer.ts";
import { openPictures, type Pictures } from "./open-pictures.ts";

/**
 * Creates the parser for images. `balanced` and above read their text by OCR; `fast` and `auto` keep each picture as one
 * element. `accurate` and `agentic` give pictures to the model, if there is one, and those it fails at to OCR. A pixel
 * counts as a point in boxes and sizes.
 */
export function createImageParser(openOcr: OpenOcr, vision?: DocumentVision): Parser {
  return async ({ bytes, fileName, method = "auto" }, context) => {
    const pictures = await openPictures(bytes);
    if (!readsPictures(method)) return asPictures(pictures, fileName, method);
    const seer = vision && method !== "balanced" ? createPageSeer(vision) : undefined;
    // With a model, the engine may never be needed.
    let engine: Promise<OcrEngine> | undefined = seer ? undefined : Promise.resolve(await openOcr());
    const recognise = async (picture: Picture) => {
      engine ??= openOcr();
      return readPicture(await engine, picture, 1);
    };
    try {
      return await readText(pictures, fileName, { recognise, seer, context });
    } finally {
      await engine?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    }
  };
}

async function asPictures(pictures: Pictures, fileName: string, method: string): Promise<ParsedDocument> {
  const elements: ParsedElement[] = [];
  for (let page = 1; page <= pictures.count; page += 1) elements.push(pictureElement(fileName, page));
  // A damaged image is found out now, and not when somebody looks at it.
  await pictures.read(1).catch(cannotDecode);
  return {
    elements,
    totalPages: pictures.count,
    failedPages: [],
    message: `Method ${method} does not read text in images. Process the file with method balanced to read it`,
  };
}

async function readText(
  pictures: Pictures,
  fileName: string,
  how: { recognise: (picture: Picture) => Promise<Page>; seer: PageSeer | undefined; context: ParseContext },
): Promise<ParsedDocument> {
  const { recognise, seer, context } = how;
  const readPage = async (number: number): Promise<Page> => {
    const picture = await pictures.read(number);
    const { width, height } = picture;
    const wasSeen = await seer?.see({ number, width, height, knownText: "", knownWords: [] }, () =>
      encodePicture(picture),
    );
    return wasSeen ? { width, height, words: [], rules: [], links: [] } : recognise(picture);
  };
  const pages = await readPages({ pageCount: pictures.count, readPage }, [], context);
  const { failedPages, firstFailure } = pages;
  if (failedPages.length === pictures.count) throw notRead(firstFailure);
  const elements = seer ? seer.withPagesSeen(pages.elements) : pages.elements;
  const withText = new Set([...elements.map(({ pageNumber }) => pageNumber), ...failedPages]);
  const pictured: ParsedElement[] = [];
  for (let page = 1; page <= pictures.count; page += 1) {
    if (!withText.has(page)) pictured.push(pictureElement(fileName, page));
  }
  const nothing = elements.length === 0 ? "No text was found in this image" : null;
  const message = [seer?.message(), nothing].filter(Boolean).join(". ");
  return {
    elements: [...elements, ...pictured].sort((a, b) => a.pageNumber - b.pageNumber),
    totalPages: pictures.count,
    failedPages,
    message: message === "" ? null : message,
  };
}

/** The name is all that is known of a picture whose text is not read. */
const pictureElement = (fileName: string, pageNumber: number): ParsedElement => ({
  type: "Image",
  text: fileName,
  pageNumber,
});

function notRead(cause: unknown): ParseError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new ParseError(`The text of this image could not be read${reason}.`, { cause });
}

function cannotDecode(cause: unknown): never {
  throw new ParseError(
    "This image is damaged. Open it in an image viewer, save it again and upload it again.",
    {
      cause,
    },
  );
}
