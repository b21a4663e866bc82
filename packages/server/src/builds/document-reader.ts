import type { Method } from "@headwater/spec";
import type { Chunk } from "../chunks/chunk.ts";
import type { Element } from "../elements/element.ts";
import type { BuildProgress } from "./build.ts";

export type ReadRequest = { bytes: Uint8Array; fileName: string; extension: string; method: Method };

export type ReadDocument = {
  elements: Element[];
  chunks: Chunk[];
  totalPages: number;
  failedPages: number[];
  /** Set when the document was read another way than asked for. */
  message: string | null;
};

/**
 * Port: bytes to elements and chunks, off the main thread. Rejects with ParseError (a text for people) when the
 * document can't be read, BuildError when the reader itself was stopped or died, and the signal's reason on abort.
 */
export type DocumentReader = (
  request: ReadRequest,
  options: { signal: AbortSignal; onProgress: (progress: BuildProgress) => void },
) => Promise<ReadDocument>;
