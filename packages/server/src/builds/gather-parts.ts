import type { Element } from "../elements/element.ts";
import type { PreparedPart, SearchableChunk } from "./document-reader.ts";

/** One write of the stores costs about as much for 250 as for one. */
const maxItems = 250;
/** Texts, tables and pictures of one part, in UTF-16 units. */
const maxCharacters = 1_000_000;

/** Makes few parts of many small ones, as a source of a thousand short documents gives them. The order stays. */
export async function* gatherParts(parts: AsyncIterable<PreparedPart>): AsyncGenerator<PreparedPart> {
  let elements: Element[] = [];
  let chunks: SearchableChunk[] = [];
  let characters = 0;
  // A chunk comes after the elements that it is made of.
  function* gathered(): Generator<PreparedPart> {
    if (elements.length > 0) yield { kind: "elements", elements };
    if (chunks.length > 0) yield { kind: "chunks", chunks };
    [elements, chunks, characters] = [[], [], 0];
  }
  for await (const part of parts) {
    if (part.kind === "totals") {
      yield* gathered();
      yield part;
      continue;
    }
    if (part.kind === "elements") {
      elements = elements.concat(part.elements);
      for (const element of part.elements) characters += sizeOf(element);
    } else chunks = chunks.concat(part.chunks);
    if (elements.length >= maxItems || chunks.length >= maxItems || characters >= maxCharacters)
      yield* gathered();
  }
}

/** In UTF-16 units. */
export const sizeOf = ({ text, markdown = "", html = "", imageBase64 = "" }: Element): number =>
  text.length + markdown.length + html.length + imageBase64.length;
