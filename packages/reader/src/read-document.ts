import type { Method } from "@headwater/spec";
import type { ParsedElement } from "./element.ts";
import type { OpenPdf } from "./formats/pdf/pdf-document.ts";
import { parserFor, readableExtensions } from "./formats.ts";
import { substitution } from "./methods.ts";
import { ParseError } from "./parse-error.ts";
import type { ParseProgress } from "./parser.ts";

export type DocumentInput = {
  /** Not changed, and needed until the last part has come. */
  bytes: Uint8Array;
  /** For messages and metadata only; never opened. */
  fileName?: string | undefined;
  /** With or without a dot; default: the one of `fileName`. */
  extension?: string | undefined;
};

export type ReadOptions = {
  /** How to read it. Default `auto`. */
  method?: Method | undefined;
  /** Ends the reading between two steps; the iteration then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called as work proceeds, at least once a second of work. */
  onProgress?: ((progress: ParseProgress) => void) | undefined;
};

/** Some elements, in reading order; the totals come last, once. */
export type DocumentPart =
  | { kind: "elements"; elements: ParsedElement[] }
  | {
      kind: "totals";
      /** 1 for formats without pages. */
      totalPages: number;
      /** 1-based numbers of pages that could not be read, while others could. */
      failedPages: number[];
      /** Set when the document was read another way than asked for. */
      message: string | null;
    };

/** Bytes to elements. The iteration throws ParseError, in words for the person who brought the document. */
export type ReadDocument = (input: DocumentInput, options?: ReadOptions) => AsyncIterable<DocumentPart>;

/** Elements of one part: small enough to be sent to another thread without holding it up. */
const maxPartElements = 250;

/**
 * A reader that keeps what it loaded (PDFium above all) for the next document: make one per thread, and read one
 * document at a time with it.
 */
export function createDocumentReader(): ReadDocument {
  let openPdf: OpenPdf | undefined;
  const pdfReader = async () => {
    openPdf ??= (await import("./pdfium/pdf-reader.ts")).createPdfReader();
    return openPdf;
  };

  return async function* (input, { method = "auto", signal, onProgress } = {}) {
    const { bytes, fileName = "" } = input;
    const extension = extensionOf(input);
    const load = parserFor(extension);
    if (!load) throw unreadable(extension);
    const parse = await load({ pdfReader });
    signal?.throwIfAborted();
    const { elements, totalPages, failedPages } = await parse(
      { bytes, fileName, extension },
      {
        onProgress(progress) {
          signal?.throwIfAborted();
          onProgress?.(progress);
        },
      },
    );
    for (let from = 0; from < elements.length; from += maxPartElements) {
      signal?.throwIfAborted();
      yield { kind: "elements", elements: elements.slice(from, from + maxPartElements) };
    }
    yield { kind: "totals", totalPages, failedPages, message: substitution(method) };
  };
}

/**
 * Reads one document. Parts come when the whole document has been gone through: levels of headings, running headers
 * and the words of the document are known at its end only.
 *
 * @example
 * for await (const part of readDocument({ bytes, fileName: "report.pdf" })) {
 *   if (part.kind === "elements") console.log(part.elements);
 * }
 */
export const readDocument: ReadDocument = (input, options) => createDocumentReader()(input, options);

function extensionOf({ extension, fileName = "" }: DocumentInput): string {
  const stated = extension ?? /\.([^.\s]+)$/.exec(fileName)?.[1] ?? "";
  return stated.replace(/^\./, "").toLowerCase();
}

function unreadable(extension: string): ParseError {
  const readable = `Types that can: ${readableExtensions.join(", ")}.`;
  return new ParseError(
    extension === ""
      ? `Files without an extension cannot be read. ${readable}`
      : `Files of type .${extension} cannot be read yet. ${readable}`,
  );
}
