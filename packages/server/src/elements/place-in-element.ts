import type { BoundingBox, Element } from "./element.ts";

/** The page of a part of an element, and the block around it there; null where no place is known. */
export type ElementPlace = { pageNumber: number; boundingBox: BoundingBox | null };

/**
 * Where the text at an offset stands. It matters for a table that goes on over pages: it is one element, on its first page,
 * and `metadata.table_parts` names the page and the box of each of its parts.
 */
export function placeInElement(element: Element, start: number): ElementPlace {
  const { pageNumber, boundingBox, metadata } = element;
  const parts = (metadata?.table_parts ?? []) as TablePart[];
  const part = parts.findLast(({ char_start }) => char_start <= start);
  return part
    ? { pageNumber: part.page, boundingBox: part.bounding_box }
    : { pageNumber, boundingBox: boundingBox ?? null };
}

type TablePart = { page: number; char_start: number; bounding_box: BoundingBox | null };
