import type { Method } from "@headwater/spec";
import { defaultMethod } from "./default-method.ts";
import type { ParsedElement } from "./element.ts";
import type { MediaOptions } from "./formats/media/parse-media.ts";
import type { OpenPdf } from "./formats/pdf/pdf-document.ts";
import { formatOf, parserForContent, readableExtensions } from "./formats.ts";
import { addPageKeywords } from "./keywords/add-page-keywords.ts";
import type { PageProof } from "./layout/blocks/page-proof.ts";
import { defaultLimits, type ReadingLimits } from "./limits.ts";
import { possibleMethod, substitution } from "./methods.ts";
import { createOpenOcr, type OcrOptions, type OpenOcr } from "./ocr/open-ocr.ts";
import { OcrError } from "./ocr/recognise-text.ts";
import type { PageChoice } from "./page-choice.ts";
import { ParseError } from "./parse-error.ts";
import type { ParseProgress, WebPage } from "./parser.ts";
import { refuseOldOffice } from "./refuse-old-office.ts";
import { trueExtension } from "./true-extension.ts";
import { createDocumentVision } from "./vision/document-vision.ts";
import type { Vision } from "./vision/vision.ts";

export type DocumentInput = {
  /** The reader does not change the bytes. Keep them until the last part has come. */
  bytes: Uint8Array;
  /** Used in messages and metadata only; no file of this name is opened. */
  fileName?: string | undefined;
  /** With or without a dot; default: the one of `fileName`. */
  extension?: string | undefined;
  /**
   * Says that HTML was fetched from this address: only what the page is about is read, and its links become absolute.
   * Without it, HTML is read whole. Ignored for other formats.
   */
  webPage?: WebPage | undefined;
};

export type ReadOptions = PageChoice & {
  /** How to read it. Default: `balanced` for images, `auto` for anything else. */
  method?: Method | undefined;
  /** Stops the reading at the next step. The iteration then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called while the reader works, at least once a second. */
  onProgress?: ((progress: ParseProgress) => void) | undefined;
};

/** A part is either some elements in reading order, or the totals. The totals come once, at the end. */
export type DocumentPart =
  | { kind: "elements"; elements: ParsedElement[] }
  | {
      kind: "totals";
      /** 1 for formats without pages. */
      totalPages: number;
      /**
       * 1-based numbers of the pages that could not be read. When no page can be read, the iteration throws instead.
       */
      failedPages: number[];
      /** Why pages could not be read, in words for the person who brought the document. Absent when all could. */
      failure?: string;
      /** What it was read by: the method asked for, or the default for what the file is. */
      method: Method;
      /**
       * What to know of how it was read: that another method was used than the one asked for, or that text was left
       * out. Null when there is nothing to say.
       */
      message: string | null;
      /** Of PDFs and images, what of the words that each page shows is in the elements. */
      proofs?: PageProof[];
    };

/**
 * Reads bytes into elements. The iteration throws ParseError; its message is written for the person who brought the
 * document.
 */
export type ReadDocument = (input: DocumentInput, options?: ReadOptions) => AsyncIterable<DocumentPart>;

/** Elements in one part. A part of this size can be sent to another thread without blocking either thread. */
const maxPartElements = 250;

export type ReaderOptions = MediaOptions & {
  ocr?: OcrOptions | undefined;
  /** The model for `agentic`, and for scanned and garbled pages under `auto` and `accurate`. Default: none. */
  vision?: Vision | undefined;
  /** Limits that are left out are those of `defaultLimits`. */
  limits?: Partial<ReadingLimits> | undefined;
};

/**
 * Creates a reader that keeps what it has loaded (mainly PDFium) for the next document. Make one reader per thread, and
 * read one document at a time with it.
 */
export function createDocumentReader({ ocr, vision, limits, ...media }: ReaderOptions = {}): ReadDocument {
  const allLimits = { ...defaultLimits, ...limits };
  const openOcr = explained(createOpenOcr({ ...ocr, sandbox: media.sandbox }));
  let openPdf: OpenPdf | undefined;
  const pdfReader = async () => {
    openPdf ??= (await import("./pdfium/pdf-reader.ts")).createPdfReader();
    return openPdf;
  };

  return async function* (input, { method: asked, signal, onProgress, pages, givenUpPages } = {}) {
    const { bytes, fileName = "", webPage } = input;
    const named = extensionOf(input);
    const stated = formatOf(named)?.extension;
    if (stated === undefined) throw unreadable(named);
    refuseOldOffice(bytes, stated);
    const extension = await trueExtension(bytes, stated);
    const load = parserForContent(extension);
    const wanted = asked ?? defaultMethod(extension);
    const method = possibleMethod(wanted, vision !== undefined);
    if (!load) throw unreadable(extension);
    let latest: ParseProgress = { done: 0, total: 1, unit: "pages" };
    const leaving = new AbortController();
    const stop = AbortSignal.any([leaving.signal, ...(signal ? [signal] : [])]);
    const model = vision && createDocumentVision(vision, stop, () => onProgress?.(latest));
    try {
      const parse = await load({ pdfReader, openOcr, media, vision: model });
      signal?.throwIfAborted();
      const { elements, message, failure, ...pagesRead } = await parse(
        { bytes, fileName, extension, method, webPage, pages, givenUpPages, limits: allLimits },
        {
          signal,
          onProgress(progress) {
            signal?.throwIfAborted();
            latest = progress;
            onProgress?.(progress);
          },
        },
      );
      const remark =
        model && method === "agentic"
          ? await (await import("./vision/enrich-elements.ts")).enrichElements(model, elements, signal)
          : null;
      addPageKeywords(elements);
      for (let from = 0; from < elements.length; from += maxPartElements) {
        signal?.throwIfAborted();
        yield { kind: "elements", elements: elements.slice(from, from + maxPartElements) };
      }
      const said = sentences(substitution(wanted, vision !== undefined), message, remark);
      yield { kind: "totals", ...pagesRead, method: wanted, message: said, ...(failure ? { failure } : {}) };
    } finally {
      // Pages that the model was asked for ahead of a failure.
      leaving.abort();
    }
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

function sentences(...texts: (string | null | undefined)[]): string | null {
  const said = texts.filter((text): text is string => typeof text === "string" && text !== "");
  return said.length === 0 ? null : said.join(". ");
}

function extensionOf({ extension, fileName = "" }: DocumentInput): string {
  const stated = extension ?? /\.([^.\s]+)$/.exec(fileName)?.[1] ?? "";
  return stated.replace(/^\./, "").toLowerCase();
}

/** Without an engine for the configured languages, the person who brought the document is warned. */
const explained =
  (open: OpenOcr): OpenOcr =>
  (signal) =>
    open(signal).catch((cause: unknown) => {
      throw cause instanceof OcrError ? new ParseError(cause.message, { cause }) : cause;
    });

function unreadable(extension: string): ParseError {
  const readable = `Types that can: ${readableExtensions.join(", ")}.`;
  return new ParseError(
    extension === ""
      ? `Files without an extension cannot be read. ${readable}`
      : `Files of type .${extension} cannot be read yet. ${readable}`,
  );
}
