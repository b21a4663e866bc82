import type { Measure } from "./measure.ts";
import type { Passage } from "./passages.ts";
import type { Unit } from "./units.ts";

/** How one document is cut; it remembers what it has seen of it. */
export type Splitter = {
  measure: Measure;
  /** Where cuts are best, if not between paragraphs. */
  separator?: string | undefined;
  /** Whether a chunk must begin with this passage; asked for each of them in order. */
  begins?: ((passage: Passage) => boolean) | undefined;
  /** What a cut before each unit costs besides; the first one's does not count. */
  weigh?: ((units: Unit[], textOf: (unit: Unit) => string) => Promise<ArrayLike<number>>) | undefined;
};
