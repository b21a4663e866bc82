import type { Element } from "../../elements/element.ts";
import { createHeadingPath } from "./headings.ts";
import { separatorBetween } from "./separator.ts";

/** The text of an element, and where it is in the text of its version, in UTF-16 units. */
export type Passage = {
  element: Element;
  text: string;
  start: number;
  end: number;
  /** What is between the passage before it and this one. */
  separator: string;
  /** The headings above it, outermost first. A heading is above itself. */
  path: string[];
};

/** Takes the elements of a version in order. */
export type PassageReader = {
  /** Null for an element without text, or that is left out. */
  add(element: Element): Passage | null;
};

/**
 * Reads the text of a version: the texts of its elements, trimmed and joined by `separatorBetween`, without those of the
 * types `without`. Chunks say where they are in it.
 */
export function createPassageReader(without: readonly string[]): PassageReader {
  const leftOut = new Set(without);
  const headings = createHeadingPath();
  let last: Passage | undefined;
  return {
    add(element) {
      const text = element.text.trim();
      if (text === "") return null;
      const path = headings.add(element);
      if (leftOut.has(element.type)) return null;
      const separator = last ? separatorBetween(last.element, element) : "";
      const start = (last?.end ?? 0) + separator.length;
      last = { element, text, start, end: start + text.length, separator, path };
      return last;
    },
  };
}
