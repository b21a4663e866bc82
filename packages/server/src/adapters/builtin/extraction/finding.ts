import type { Basis } from "../../../structured/extractor.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./read-value.ts";

/** A value found at a label, with its place and how sure it is (0 to 1 and a little more). */
export type Finding = {
  reading: Reading;
  score: number;
  line: Line;
  order: number;
  /** What else than its finder says ties the value to its field. */
  basis?: Basis;
  /** Further lines that hold words of the value. */
  others?: { text: string; line: Line }[];
};

/** A label says that there is no value: "Due date: to be agreed", an empty cell beside "Discount". */
export const noValue = Symbol("no value");

/** Kinds of values that any text may be. */
export const textual: ReadonlySet<string> = new Set([
  "text",
  "organisation",
  "customer",
  "person",
  "address",
]);
