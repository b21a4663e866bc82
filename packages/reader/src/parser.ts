import type { ParsedElement } from "./element.ts";

export type ParseInput = {
  bytes: Uint8Array;
  /** Display name, for messages and metadata only; never trusted as a path. */
  fileName: string;
  /** Lowercase, without the dot. */
  extension: string;
};

export type ParseContext = {
  /** Called as work proceeds, at least once a second of work; silence is taken for a hang and the worker is killed. */
  onProgress(progress: ParseProgress): void;
};

export type ParseProgress = { done: number; total: number; unit: "pages" | "elements" | "rows" };

export type ParsedDocument = {
  elements: ParsedElement[];
  /** 1 for formats without pages. */
  totalPages: number;
  /** 1-based numbers of pages that could not be read, while others could. */
  failedPages: number[];
};

/** Bytes to elements in reading order. Throws ParseError when the document as a whole can't be read. */
export type Parser = (input: ParseInput, context: ParseContext) => Promise<ParsedDocument>;
