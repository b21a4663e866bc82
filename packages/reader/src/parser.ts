import type { Method } from "@headwater/spec";
import type { ParsedElement } from "./element.ts";
import type { PageProof } from "./layout/blocks/page-proof.ts";
import type { ReadingLimits } from "./limits.ts";
import type { PageChoice } from "./page-choice.ts";

export type ParseInput = PageChoice & {
  bytes: Uint8Array;
  /** Display name, for messages and metadata only. It is never used as a path. */
  fileName: string;
  /** Lowercase, without the dot. */
  extension: string;
  /** One of the methods that are served; default `auto`. Where every method reads a format alike, it is ignored. */
  method?: Method;
  /** For HTML that was fetched: only the main content is read, and relative links become absolute. */
  webPage?: WebPage | undefined;
  /** Default: `defaultLimits`. */
  limits?: ReadingLimits | undefined;
};

export type WebPage = {
  /** The address that the page was fetched from, after redirects. */
  url: string;
};

export type ParseContext = {
  /** Called while work proceeds, at least once a second. Without a call the worker counts as hung and is killed. */
  onProgress(progress: ParseProgress): void;
  /** Aborted when no caller waits for the document any more. The parser then ends the programs that it started for it. */
  signal?: AbortSignal | undefined;
};

export type ParseProgress = {
  done: number;
  total: number;
  unit: "pages" | "elements" | "rows" | "seconds";
  /** The 1-based page that is begun now. When nothing more is heard, this is the page that takes too long. */
  page?: number;
};

export type ParsedDocument = {
  elements: ParsedElement[];
  /** 1 for formats without pages. */
  totalPages: number;
  /** 1-based numbers of the pages that could not be read, when others could. */
  failedPages: number[];
  /** Why they could not; a sentence for the person who brought the document. */
  failure?: string | null;
  /** What the person who brought the document should know of how it was read; one or more sentences. */
  message?: string | null;
  /** Of formats with pages, what of the words that each page shows is in the elements. */
  proofs?: PageProof[];
};

/** Reads bytes into elements in reading order. Throws ParseError when the document as a whole can't be read. */
export type Parser = (input: ParseInput, context: ParseContext) => Promise<ParsedDocument>;
