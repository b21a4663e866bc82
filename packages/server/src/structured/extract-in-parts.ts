import type { Element } from "../elements/element.ts";
import type { ExtractionDocument, ExtractionDraft, ExtractionRequest, Extractor } from "./extractor.ts";
import { mergeDrafts } from "./merge-drafts.ts";

export type PartSize = {
  /** Maximum characters of the elements of a part. One element alone may have more. */
  characters: number;
  /** Elements at the end of a part that begin the next one too, so that no label is parted from its value. */
  overlap: number;
};

/**
 * Makes an extractor that reads documents of any length in parts, one after the other, and merges what it finds. A
 * request that fits into one part is passed on as it is.
 */
export function extractInParts(extractor: Extractor, size: PartSize): Extractor {
  return async (request, signal) => {
    const parts = partsOf(request.documents, size);
    if (parts.length <= 1) return extractor(request, signal);
    const drafts: ExtractionDraft[] = [];
    for (const documents of parts) {
      signal.throwIfAborted();
      drafts.push(await extractor({ ...request, documents }, signal));
    }
    return mergeDrafts(drafts);
  };
}

/** Short documents share a part; a long one is cut between elements. */
function partsOf(
  documents: ExtractionDocument[],
  { characters, overlap }: PartSize,
): ExtractionRequest["documents"][] {
  const parts: ExtractionDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    for (const elements of piecesOf(document.elements, characters, overlap)) {
      const length = lengthOf(elements);
      const last = parts.at(-1);
      if (last && length <= room) last.push({ ...document, elements });
      else {
        parts.push([{ ...document, elements }]);
        room = characters;
      }
      room -= length;
    }
  }
  return parts;
}

function piecesOf(elements: Element[], characters: number, overlap: number): Element[][] {
  const pieces: Element[][] = [];
  let piece: Element[] = [];
  let length = 0;
  let fresh = 0;
  for (const element of elements) {
    const own = sizeOf(element);
    if (fresh > 0 && length + own > characters) {
      pieces.push(piece);
      piece = endOf(piece, Math.min(overlap, fresh), characters / 2);
      length = lengthOf(piece);
      fresh = 0;
    }
    piece.push(element);
    length += own;
    fresh += 1;
  }
  pieces.push(piece);
  return pieces;
}

/** The last elements, at most as many characters: an overlap must leave room for new elements. */
function endOf(elements: Element[], count: number, characters: number): Element[] {
  const last = elements.slice(elements.length - count);
  while (lengthOf(last) > characters) last.shift();
  return last;
}

const sizeOf = ({ text, html }: Element): number => Math.max(text.length, html?.length ?? 0);
const lengthOf = (elements: Element[]): number => elements.reduce((sum, element) => sum + sizeOf(element), 0);
