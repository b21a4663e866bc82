import { readPages } from "../../layout/read-pages.ts";
import { ParseError } from "../../parse-error.ts";
import type { Parser } from "../../parser.ts";
import { type OpenPdf, type PdfDocument, PdfOpenError } from "./pdf-document.ts";

const maxPages = 10_000;

/**
 * Creates the parser for PDFs with a text layer. `failedPages` lists pages that can't be read. Throws ParseError for a
 * document without any readable text, and for protected, damaged and oversized ones.
 */
export function createPdfParser(openPdf: OpenPdf): Parser {
  return async ({ bytes }, context) => {
    if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
    const document = await open(openPdf, bytes);
    try {
      const totalPages = document.pageCount;
      if (totalPages === 0)
        throw new ParseError("This PDF has no pages. Check the file and upload it again.");
      if (totalPages > maxPages) {
        throw new ParseError(
          `This PDF has ${totalPages} pages; at most ${maxPages} are allowed. Split it and upload the parts.`,
        );
      }
      const { elements, failedPages, firstFailure } = await readPages(document, document.outline(), context);
      if (elements.length === 0) throw nothingRead(failedPages.length === totalPages, firstFailure);
      return { elements, totalPages, failedPages };
    } finally {
      document.close();
    }
  };
}

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

function nothingRead(allFailed: boolean, cause: unknown): ParseError {
  return allFailed
    ? new ParseError(
        "No page of this PDF can be read: it is damaged. Save it again in a PDF viewer and upload it again.",
        { cause },
      )
    : new ParseError(
        "This PDF has no text layer (it looks like a scan), and reading text from pictures (OCR) isn't available yet. " +
          "Run it through an OCR program and upload the result.",
      );
}
