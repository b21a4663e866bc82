import type { DocumentPart } from "@headwater/reader";
import type { Chunk } from "../chunks/chunk.ts";
import { chunkByTitle } from "../chunks/chunkers/title.ts";
import type { Element } from "../elements/element.ts";
import { newId } from "../kernel/ids.ts";

/** A document on its way to the stores. Chunks come after the last element, the totals last of all. */
export type PreparedPart =
  | { kind: "elements"; elements: Element[] }
  | { kind: "chunks"; chunks: Chunk[] }
  | Extract<DocumentPart, { kind: "totals" }>;

const maxPartChunks = 250;

/**
 * What a reader found becomes what is stored: each element gets an id and its place in the document, counted from 0,
 * and the chunks are cut from all of them, as a chunk may reach from one part into the next.
 */
export async function* prepareDocument(parts: AsyncIterable<DocumentPart>): AsyncGenerator<PreparedPart> {
  const elements: Element[] = [];
  for await (const part of parts) {
    if (part.kind === "elements") {
      const numbered = part.elements.map((element, index) => ({
        ...element,
        elementId: newId(),
        position: elements.length + index,
      }));
      for (const element of numbered) elements.push(element);
      yield { kind: "elements", elements: numbered };
    } else {
      const chunks = chunkByTitle(elements);
      for (let from = 0; from < chunks.length; from += maxPartChunks) {
        yield { kind: "chunks", chunks: chunks.slice(from, from + maxPartChunks) };
      }
      yield part;
    }
  }
}
