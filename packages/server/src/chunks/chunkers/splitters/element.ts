import { characters } from "../measure.ts";
import type { Splitter } from "../splitter.ts";

/** Of the size: a shorter element is small. */
const smallPart = 1 / 4;

/**
 * Makes a chunk of each element. Small ones join the one before them, and headings the one after them, as far as they
 * fit.
 */
export function splitByElement(size: number): Splitter {
  let hasLarge = false;
  let endsInTitle = false;
  return {
    measure: characters,
    begins({ element, text }) {
      const isTitle = element.type === "Title";
      const isLarge = text.length >= size * smallPart;
      const begins = (isTitle && !endsInTitle) || (isLarge && hasLarge);
      hasLarge = begins ? isLarge : hasLarge || isLarge;
      endsInTitle = isTitle;
      return begins;
    },
  };
}
