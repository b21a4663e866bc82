import type { ParsedElement } from "../../element.ts";
import { failedPagesMessage } from "../../failed-pages-message.ts";
import { chosenNumbers, readChosenPages } from "../../layout/chosen-pages.ts";
import { doubtsMessage } from "../../layout/doubts-message.ts";
import type { Page } from "../../layout/page/page.ts";
import { readsPictures } from "../../methods.ts";
import type { Ocr, OpenOcr } from "../../ocr/open-ocr.ts";
import type { Picture } from "../../ocr/picture.ts";
import { readPicture } from "../../ocr/read-picture.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput, Parser } from "../../parser.ts";
import type { DocumentVision } from "../../vision/document-vision.ts";
import { encodePicture } from "../../vision/encode-picture.ts";
import { createPageSeer, type PageSeer } from "../../vision/page-seer.ts";
import { openPictures } from "./open-pictures.ts";
import type { Pictures } from "./pictures.ts";

/**
 * Creates the parser for images. `balanced` and above read their text by OCR; `fast` and `auto` keep each picture as one
 * element. `accurate` and `agentic` give pictures to the model, if there is one, and those it fails at to OCR. A pixel
 * counts as a point in boxes and sizes.
 */
export function createImageParser(openOcr: OpenOcr, vision?: DocumentVision): Parser {
  return async (input, context) => {
    const { bytes, method = "auto" } = input;
    const pictures = await openPictures(bytes, input.limits);
    if (!readsPictures(method)) return asPictures(pictures, input);
    const seer = vision && method !== "balanced" ? createPageSeer(vision) : undefined;
    const open = () => openOcr(context.signal);
    // With a model, OCR may never be needed.
    let ocr: Promise<Ocr> | undefined = seer ? undefined : Promise.resolve(await open());
    const recognise = async (picture: Picture) => {
      ocr ??= open();
      return readPicture(await ocr, picture, 1);
    };
    try {
      return await readText(pictures, input, { recognise, seer, context });
    } finally {
      await ocr?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    }
  };
}

async function asPictures(
  pictures: Pictures,
  { fileName, method = "auto", pages }: ParseInput,
): Promise<ParsedDocument> {
  const elements = chosenNumbers(pictures.count, pages).map((page) => pictureElement(fileName, page));
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
  { fileName, pages, givenUpPages }: ParseInput,
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
  const source = { pageCount: pictures.count, readPage };
  const read = await readChosenPages(source, [], context, { pages, givenUpPages });
  const { failedPages, firstFailure } = read;
  const chosen = chosenNumbers(pictures.count, pages);
  const allFailed = failedPages.length === chosen.length;
  // Of chosen ones it says nothing about the others.
  if (allFailed && !pages) throw notRead(firstFailure);
  const elements = seer ? seer.withPagesSeen(read.elements) : read.elements;
  const withText = new Set([...elements.map(({ pageNumber }) => pageNumber), ...failedPages]);
  const pictured = chosen.filter((page) => !withText.has(page)).map((page) => pictureElement(fileName, page));
  const nothing = elements.length === 0 && !allFailed ? "No text was found in this image" : null;
  const failed = failedPages.filter((page) => !givenUpPages?.includes(page));
  const message = [seer?.message(), nothing, doubtsMessage(read.doubts)].filter(Boolean).join(". ");
  return {
    elements: [...elements, ...pictured].sort((a, b) => a.pageNumber - b.pageNumber),
    totalPages: pictures.count,
    failedPages,
    failure: failedPagesMessage(failed, firstFailure),
    proofs: read.proofs,
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
