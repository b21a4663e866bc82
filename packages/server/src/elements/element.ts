import type { ParsedElement } from "@headwater/reader";

export type { BoundingBox, ParsedElement } from "@headwater/reader";

/** A parsed element as stored, with an id and its 0-based position in the document. */
export type Element = ParsedElement & { elementId: string; position: number };

export type ElementFilter = {
  type?: string | undefined;
  pageNumbers?: number[] | undefined;
  elementIds?: string[] | undefined;
  withoutTypes?: string[] | undefined;
  /** Only elements whose text holds this; see `textHolding`. */
  textHolds?: string | undefined;
  /** Leaves out `imageBase64`; the store does not read it. */
  withoutImages?: boolean | undefined;
  /** Adds `wordBoxes`, which lists leave out. */
  withWordBoxes?: boolean | undefined;
};
