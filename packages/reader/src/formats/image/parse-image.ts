import type { ParsedElement } from "../../element.ts";
import { chosenNumbers, readChosenPages } from "../../layout/chosen-pages.ts";
import { readsPictures } from "../../methods.ts";
import type { OpenOcr } from "../../ocr/open-ocr.ts";
import { readPicture } from "../../ocr/read-picture.ts";
import type { OcrEngine } from "../../ocr/recognise-text.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput, Parser } from "../../parser.ts";
import { openPictures, type Pictures } from "./open-pictures.ts";

/**
 * Creates the parser for images. `balanced` and above read their text by OCR; `fast` and `auto` keep each picture as one
 * element. A pixel counts as a point in boxes and sizes.
 */
export function createImageParser(openOcr: OpenOcr): Parser {
  return async (input, context) => {
    const { bytes, method = "auto" } = input;
    const pictures = await openPictures(bytes, input.limits);
    if (!readsPictures(method)) return asPictures(pictures, input);
    const engine = await openOcr(context.signal);
    try {
      return await readText(pictures, input, engine, context);
    } finally {
      await engine.close();
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
  engine: OcrEngine,
  context: ParseContext,
): Promise<ParsedDocument> {
  const source = {
    pageCount: pictures.count,
    readPage: async (page: number) => readPicture(engine, await pictures.read(page), 1),
  };
  const { elements, failedPages, firstFailure } = await readChosenPages(source, [], context, {
    pages,
    givenUpPages,
  });
  const chosen = chosenNumbers(pictures.count, pages);
  if (failedPages.length === chosen.length) throw notRead(firstFailure);
  const withText = new Set([...elements.map(({ pageNumber }) => pageNumber), ...failedPages]);
  const pictured = chosen.filter((page) => !withText.has(page)).map((page) => pictureElement(fileName, page));
  return {
    elements: [...elements, ...pictured].sort((a, b) => a.pageNumber - b.pageNumber),
    totalPages: pictures.count,
    failedPages,
    message: elements.length === 0 ? "No text was found in this image" : null,
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
