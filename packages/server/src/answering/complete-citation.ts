import type { ElementStore } from "../elements/element-store.ts";
import { placeInElement } from "../elements/place-in-element.ts";
import { boxOfWords } from "../elements/word-boxes.ts";
import type { Span } from "../text/sentences.ts";
import type { Citation } from "./answer.ts";
import type { Illustrate } from "./citation-images.ts";
import type { SourcedPassage } from "./gather-passages.ts";

type Placed = Pick<Citation, "boundingBox" | "box">;

/** Adds what is looked up: where the quote is on its page, and a picture of that page when it was asked for. */
export type CompleteCitation = (
  passage: SourcedPassage,
  quoted: Span,
  citation: Omit<Citation, keyof Placed>,
) => Promise<Citation>;

/** `illustrate` is absent when no pictures are asked for. */
export const createCompleteCitation =
  (elements: Pick<ElementStore, "wordBoxes">, illustrate?: Illustrate): CompleteCitation =>
  async (passage, quoted, citation) => {
    const placed = { ...citation, ...(await placeOf(elements, passage, quoted)) };
    return illustrate ? illustrate(placed) : placed;
  };

/** Around the quoted words where they are known, else around the block. */
async function placeOf(
  elements: Pick<ElementStore, "wordBoxes">,
  { versionId, elementId, element }: SourcedPassage,
  quoted: Span,
): Promise<Placed> {
  const { pageNumber, boundingBox } = placeInElement(element, quoted.start);
  if (!boundingBox) return { boundingBox: null, box: null };
  // The words of a table's further pages have no places.
  if (pageNumber !== element.pageNumber) return { boundingBox, box: "block" };
  const words = await elements.wordBoxes({ versionId, elementId });
  const around = words && boxOfWords(words, quoted);
  return around ? { boundingBox: around, box: "words" } : { boundingBox, box: "block" };
}
