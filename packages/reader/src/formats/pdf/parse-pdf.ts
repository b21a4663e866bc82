import type { Method } from "@headwater/spec";
import type { ParsedElement } from "../../element.ts";
import { failedPagesMessage } from "../../failed-pages-message.ts";
import { readChosenPages } from "../../layout/chosen-pages.ts";
import { doubtsMessage } from "../../layout/doubts-message.ts";
import type { LeftOut } from "../../layout/page/page.ts";
import type { PagesRead } from "../../layout/read-pages.ts";
import { joinContinuedTables } from "../../layout/tables/join-continued.ts";
import { defaultLimits } from "../../limits.ts";
import type { OpenOcr } from "../../ocr/open-ocr.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParsedDocument, Parser } from "../../parser.ts";
import type { DocumentVision } from "../../vision/document-vision.ts";
import { isEInvoiceName, readEInvoice } from "./e-invoice.ts";
import { formValueElements, formValues, unshownFormValues } from "./form-data.ts";
import { notePageMethods } from "./page-method.ts";
import { createPageOcr } from "./page-ocr.ts";
import { createPagePictures } from "./page-pictures.ts";
import { createPageVision } from "./page-vision.ts";
import { type OpenPdf, type PdfDocument, PdfOpenError } from "./pdf-document.ts";
import { readAhead } from "./read-ahead.ts";
import { byOcr, routePages } from "./route-pages.ts";

/**
 * Creates the parser for PDFs. Text is read from the text layer. Every method but `fast` reads scanned and garbled pages
 * by OCR. With a model, `auto` and `accurate` give such pages to it, and `agentic` gives it all pages; what it fails at,
 * the rules read. These three also join tables that go on on the next page. `failedPages` lists pages that can't be read.
 * Throws ParseError for a document without any readable text, and
 * for protected, damaged and oversized ones.
 */
export function createPdfParser(openPdf: OpenPdf, openOcr: OpenOcr, vision?: DocumentVision): Parser {
  return async ({ bytes, method = "auto", pages: wanted, givenUpPages, limits = defaultLimits }, context) => {
    if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
    const document = await open(openPdf, bytes);
    const ocr = createPageOcr(document, () => openOcr(context.signal));
    const model = vision && readsBetter(method) ? createPageVision(document, vision, method) : undefined;
    try {
      const totalPages = document.pageCount;
      if (totalPages === 0)
        throw new ParseError(
          "No page of this PDF can be found: its list of pages is damaged or empty. Save it again in a PDF viewer and upload it again.",
        );
      if (totalPages > limits.pages) {
        throw new ParseError(
          `This PDF has ${totalPages} pages; at most ${limits.pages} are allowed. Split it and upload the parts.`,
        );
      }
      const form = document.xmlForm();
      if (form?.isDynamic) return readForm(form.xml(), document.attachedFiles(), totalPages);
      const readers = method === "fast" ? [] : [...(model ? [model.readPage] : []), byOcr(ocr.readPage)];
      const textLayer = { ...document, readPicture: createPagePictures(document) };
      const routed = routePages(textLayer, readers);
      const source = model ? readAhead(routed, model.maxConcurrent) : routed;
      const chosen = { pages: wanted, givenUpPages };
      const pages = await readChosenPages(source, document.outline(), context, chosen);
      const joined = readsBetter(method) ? joinContinuedTables(pages.elements, pages.tables) : pages.elements;
      const elements = model ? model.withPagesSeen(joined) : joined;
      if (form && isStandIn(elements, totalPages))
        return readForm(form.xml(), document.attachedFiles(), totalPages);
      const unshown = form && !wanted ? unshownFormValues(form.xml(), elements) : [];
      elements.push(...unshown);
      // Some pages of a document may well be empty or fail: that says nothing about the others.
      if (!wanted && !elements.some(({ text }) => text !== "")) throw nothingRead(pages, totalPages, method);
      if (method === "auto") notePageMethods(elements);
      const isNoted = noteEInvoice(elements, document.eInvoice());
      const { failedPages, firstFailure, leftOut, garbledPages, doubts, proofs } = pages;
      // Those that were given up have a message of their own.
      const failed = failedPages.filter((page) => !givenUpPages?.includes(page));
      const failure = failedPagesMessage(failed, firstFailure);
      const message = [
        unshown.length > 0 &&
          "This PDF is an XFA form: the values that its pages do not show were read from its XML",
        notes(leftOut, garbledPages),
        doubtsMessage(doubts),
        attachedMessage(document.attachedFiles().filter((name) => !isNoted || !isEInvoiceName(name))),
        model?.message(),
      ]
        .filter(Boolean)
        .join(". ");
      return { elements, totalPages, failedPages, failure, proofs, message: message === "" ? null : message };
    } finally {
      await ocr.close();
      document.close();
    }
  };
}

/** The first element carries what an e-invoice inside of the PDF says: extraction compares it with the page. */
function noteEInvoice(elements: ParsedElement[], xml: Uint8Array | null): boolean {
  const [first] = elements;
  const invoice = xml && readEInvoice(xml);
  if (!first || !invoice) return false;
  first.metadata = { ...first.metadata, e_invoice: invoice };
  return true;
}

/** `fast` and `balanced` read each page for itself, and by rules only. */
const readsBetter = (method: Method): boolean => method !== "fast" && method !== "balanced";

async function open(openPdf: OpenPdf, bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await openPdf(bytes);
  } catch (error) {
    if (!(error instanceof PdfOpenError)) throw error;
    const message =
      error.reason === "password"
        ? "This PDF is protected by a password. Remove the password and upload it again."
        : "This file is damaged or is not a PDF. Open it in a PDF viewer, save it again and upload it again.";
    throw new ParseError(message, { cause: error });
  }
}

function nothingRead(
  { failedPages, firstFailure, leftOut, hasImages, doubts }: PagesRead,
  totalPages: number,
  method: Method,
) {
  if (failedPages.length === totalPages) {
    // There is no OCR for the configured languages: that is not a fault of the document.
    if (firstFailure instanceof ParseError) return firstFailure;
    return new ParseError(
      "No page of this PDF can be read: it is damaged. Save it again in a PDF viewer and upload it again.",
      { cause: firstFailure },
    );
  }
  const doubt = doubtsMessage(doubts);
  if (doubt !== null) {
    return new ParseError(
      `This PDF has no text layer, and the pictures on its pages could not be read. ${doubt}. Name the language of the text for OCR, or check the file.`,
    );
  }
  if (hasImages) {
    return new ParseError(
      method === "fast"
        ? "This PDF has no text layer (it looks like a scan), and method fast does not read text in pictures. " +
            "Process it with method auto or balanced."
        : "This PDF has no text layer, and no text was found in the pictures on its pages. Check the file, or scan it again " +
            "at 300 dpi.",
    );
  }
  const unseen = leftOutMessage(leftOut);
  return new ParseError(
    unseen === null
      ? "This PDF has no text: its pages are empty or show drawings only. Check the file and upload it again."
      : `This PDF has no text that can be seen. ${unseen}. Check the file and upload it again.`,
  );
}

function notes(leftOut: LeftOut, garbledPages: readonly number[]): string | null {
  const unseen = leftOutMessage(leftOut);
  const garbled = garbledMessage(garbledPages);
  return unseen !== null && garbled !== null ? `${unseen}. ${garbled}` : (unseen ?? garbled);
}

const maxStandInLetters = 1_500;

/** Whether the page of a form only sends its readers to Adobe's viewer, although the file does not say that it must. */
const isStandIn = (elements: readonly ParsedElement[], totalPages: number): boolean =>
  totalPages === 1 &&
  elements.reduce((sum, { text }) => sum + text.length, 0) <= maxStandInLetters &&
  elements.some(({ text }) => /\bAdobe\b/i.test(text));

/** The pages of such a form hold nothing but "Please wait". */
function readForm(xml: Uint8Array, files: readonly string[], totalPages: number): ParsedDocument {
  const elements = formValueElements(formValues(xml));
  if (elements.length === 0) {
    throw new ParseError(
      "This PDF is an XFA form without filled fields, which only Adobe's programs can show. Print it there to a new PDF and upload that.",
    );
  }
  const read = "This PDF is an XFA form: the values of its fields were read, its fixed texts were not";
  const message = [read, attachedMessage(files)].filter(Boolean).join(". ");
  return { elements, totalPages, failedPages: [], message };
}

const maxFilesNamed = 10;

function attachedMessage(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const others = names.length > maxFilesNamed ? ` and ${names.length - maxFilesNamed} more` : "";
  const listed = names.slice(0, maxFilesNamed).join(", ");
  return names.length === 1
    ? `The attached file ${listed} was not read`
    : `The attached files ${listed}${others} were not read`;
}

const maxPagesNamed = 20;

function garbledMessage(pages: readonly number[]): string | null {
  if (pages.length === 0) return null;
  const named = pages.slice(0, maxPagesNamed).join(", ");
  const others = pages.length > maxPagesNamed ? ` and ${pages.length - maxPagesNamed} more` : "";
  return (
    `The text of ${pages.length === 1 ? "page" : "pages"} ${named}${others} is garbled, because the fonts don't say which ` +
    "characters they show"
  );
}

/** Says how many words are not visible, and why. Null when there are none. */
function leftOutMessage({ outside, hidden }: LeftOut): string | null {
  const parts = [
    outside > 0 ? `${outside} outside the page` : "",
    hidden > 0 ? `${hidden} invisible, covered or in a hidden layer` : "",
  ].filter((part) => part !== "");
  const words =
    outside + hidden === 1
      ? "1 word that is not visible was"
      : `${outside + hidden} words that are not visible were`;
  return parts.length === 0 ? null : `${words} left out: ${parts.join(", ")}`;
}
