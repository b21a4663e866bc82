import type { PageChoice, ParsedElement, WebPage } from "@headwater/reader";
import type { Method } from "@headwater/spec";
import type { Chunk } from "../chunks/chunk.ts";
import type { Element } from "../elements/element.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { BuildProgress } from "./build.ts";

/** Elements, chunks and pages of a version that come before a document: the numbers of its own continue from there. */
export type DocumentPlace = { elements: number; chunks: number; pages: number };

/** The place of the first document. */
export const beginning: DocumentPlace = { elements: 0, chunks: 0, pages: 0 };

export type ReadRequest = PageChoice & {
  bytes: Uint8Array;
  fileName: string;
  extension: string;
  /** Absent: the default for what the document is. */
  method?: Method;
  after: DocumentPlace;
  /** Whose pages they are, for counting them. */
  projectId?: ProjectId;
  /** Instead of bytes: what somebody else has read already. */
  elements?: ParsedElement[];
  /** Set for a web page; see the reader's `DocumentInput`. */
  webPage?: WebPage;
  /** Added to the metadata of each element. */
  metadata?: Record<string, unknown>;
};

/** A chunk with what the index finds it by. */
export type SearchableChunk = Chunk & { termHashes: Uint32Array };

/**
 * A piece of a document on its way to the stores, small enough that holding a few of them costs little. Elements and
 * chunks come in their order, a chunk after the elements it is made of; the totals come last, once.
 */
export type PreparedPart =
  | { kind: "elements"; elements: Element[] }
  | { kind: "chunks"; chunks: SearchableChunk[] }
  | {
      kind: "totals";
      totalPages: number;
      /** Numbered on, as the pages of the elements are. */
      failedPages: number[];
      /** Why they failed. Read again, they may not: so it belongs to this build, and not to what it makes. */
      failure?: string | null;
      /** The method that ran. */
      method: Method;
      /** Set when the document was read another way than asked for. */
      message: string | null;
    };

export type ReadLimits = {
  signal: AbortSignal;
  onProgress: (progress: BuildProgress) => void;
  /** Reading ends when nothing moves for so long; time in which the caller works on a part does not count. */
  silenceMs: number;
  /** Time that earlier attempts at the document took; it counts towards what one document may take. Default 0. */
  spentMs?: number;
};

/**
 * Port: bytes to elements and chunks, off the main thread, in parts; it waits for a caller who is slow to take them. The
 * bytes may be moved, and are not to be used afterwards. Throws ParseError (a text for people) when the document can't
 * be read, BuildError when the reader itself was stopped or died, and the signal's reason on abort.
 */
export type DocumentReader = (request: ReadRequest, limits: ReadLimits) => AsyncIterable<PreparedPart>;
