import type { Element } from "@headwater/client";

/** The elements that say how a page was read. */
const elementsOfHead = 40;
/** Pages without text in a row that get a head each. More of them get none. */
const maxEmptyHeads = 20;

type At = (index: number) => Element | undefined;

export type PageHead = { page: number; elements: readonly Element[] };

/**
 * The heads of pages above the element at an index: that of its own page where it is the first one on it, and, where
 * `pageCount` is given, of pages without text before that. After the last element, those of the pages after its own.
 * Nothing while the element before is not loaded.
 */
export function headsAbove(index: number, at: At, total: number, pageCount: number | undefined): PageHead[] {
  const page = index < total ? at(index)?.page_number : (pageCount ?? 0) + 1;
  const before = index === 0 ? 0 : at(index - 1)?.page_number;
  if (page == null || before == null || page === before) return [];
  const own = index < total ? [headOf(index, page, at)] : [];
  const gap = pageCount === undefined ? 0 : page - before - 1;
  if (gap <= 0 || gap > maxEmptyHeads) return own;
  return [...Array.from({ length: gap }, (_, each) => ({ page: before + 1 + each, elements: [] })), ...own];
}

function headOf(index: number, page: number, at: At): PageHead {
  const elements: Element[] = [];
  for (let next = index; elements.length < elementsOfHead; next += 1) {
    const element = at(next);
    if (!element || element.page_number !== page) break;
    elements.push(element);
  }
  return { page, elements };
}
