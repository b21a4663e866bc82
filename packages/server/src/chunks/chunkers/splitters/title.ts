import { characters } from "../measure.ts";
import type { Passage } from "../passages.ts";
import type { Splitter } from "../splitter.ts";

/**
 * Begins a chunk at each heading down to `level`, at all of them for 0. A heading without text of its own leads the
 * section below it.
 */
export function splitByTitle(level: number): Splitter {
  let last: Passage | undefined;
  return {
    measure: characters,
    begins(passage) {
      const hasText = last !== undefined && last.element.type !== "Title";
      last = passage;
      const { type, level: depth = 1 } = passage.element;
      return hasText && type === "Title" && (level === 0 || depth <= level);
    },
  };
}
