import type { ParsedElement } from "@headwater/reader";

export type { BoundingBox, ParsedElement } from "@headwater/reader";

/** A parsed element as stored: with an identity and its place in the document (0-based). */
export type Element = ParsedElement & { elementId: string; position: number };

export type ElementFilter = {
  type?: string | undefined;
  pageNumbers?: number[] | undefined;
  elementIds?: string[] | undefined;
  withoutTypes?: string[] | undefined;
  /** Leaves out `imageBase64`, without reading it. */
  withoutImages?: boolean | undefined;
};
