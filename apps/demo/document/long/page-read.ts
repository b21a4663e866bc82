import type { Element } from "@headwater/client";

/** The pages that have their heads in a drawn row, from its top. */
const headsIn = (row: ParentNode) => [...row.querySelectorAll<HTMLElement>("[data-page]")];

/** The head of a page in a drawn row. */
export const headOf = (row: ParentNode | null, page: number): HTMLElement | undefined =>
  row ? headsIn(row).find((head) => Number(head.dataset.page) === page) : undefined;

/**
 * The page that is read at a line of the window, in px from its top. It is the page of the element there, unless heads
 * of pages without text are in the same row: they have no elements of their own.
 */
export function pageRead(row: ParentNode | null, { page_number: own }: Element, line: number) {
  const heads = row ? headsIn(row) : [];
  // Asking where they stand makes the browser lay the page out, so only where it matters.
  if (heads.every(({ dataset }) => Number(dataset.page) === own)) return own;
  const above = heads.findLast((head) => head.getBoundingClientRect().top <= line);
  if (above) return Number(above.dataset.page);
  // The row may begin a little above the head of the first page without text.
  return Math.min(own ?? Number.POSITIVE_INFINITY, Number(heads[0]?.dataset.page));
}
