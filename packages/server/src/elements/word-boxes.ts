import { type BoundingBox, unpackWordBoxes } from "@headwater/reader";
import type { Span } from "../text/sentences.ts";

/** The smallest box around the words of a text that a span touches, in points. Undefined when none of them is known. */
export function boxOfWords(wordBoxes: Uint8Array, { start, end }: Span): BoundingBox | undefined {
  const words = [...unpackWordBoxes(wordBoxes)];
  const touched = words.filter((word, index) => {
    // A word reaches to the next one. Of the last one only the beginning is known.
    const next = words[index + 1]?.start ?? word.start + 1;
    return word.start < end && next > start;
  });
  if (touched.length === 0) return undefined;
  const left = Math.min(...touched.map((word) => word.left));
  const top = Math.min(...touched.map((word) => word.top));
  const right = Math.max(...touched.map((word) => word.left + word.width));
  const bottom = Math.max(...touched.map((word) => word.top + word.height));
  return { left, top, width: right - left, height: bottom - top };
}
