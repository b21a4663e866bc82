import type { PageChoice } from "../page-choice.ts";
import type { ParseContext } from "../parser.ts";
import type { OutlineEntry, PageSource } from "./page/page.ts";
import { PageGivenUp, type PagesRead, readPages } from "./read-pages.ts";

/**
 * Reads some pages of a document as `readPages` reads all. What depends on the whole document (levels of headings, running
 * headers, the size of the body text) is then known from these pages alone.
 */
export async function readChosenPages(
  source: PageSource,
  outline: readonly OutlineEntry[],
  context: ParseContext,
  { pages, givenUpPages = [] }: PageChoice,
): Promise<PagesRead> {
  if (!pages && givenUpPages.length === 0) return readPages(source, outline, context);
  const numbers = chosenNumbers(source.pageCount, pages);
  const placeOf = new Map(numbers.map((number, index) => [number, index + 1]));
  const numberAt = (place: number) => numbers[place - 1] ?? place;
  const givenUp = new Set(givenUpPages);
  const read = await readPages(
    {
      pageCount: numbers.length,
      async readPage(place) {
        const number = numberAt(place);
        if (givenUp.has(number)) throw new PageGivenUp(number);
        return source.readPage(number);
      },
      readPicture: async (place, box) => source.readPicture?.(numberAt(place), box),
    },
    outline.flatMap((entry) => {
      const pageNumber = placeOf.get(entry.pageNumber);
      return pageNumber === undefined ? [] : [{ ...entry, pageNumber }];
    }),
    {
      ...context,
      onProgress: ({ page, ...progress }) =>
        context.onProgress({ ...progress, ...(page === undefined ? {} : { page: numberAt(page) }) }),
    },
  );
  for (const element of read.elements) element.pageNumber = numberAt(element.pageNumber);
  return {
    ...read,
    failedPages: read.failedPages.map(numberAt),
    garbledPages: read.garbledPages.map(numberAt),
    proofs: read.proofs.map((proof) => ({ ...proof, pageNumber: numberAt(proof.pageNumber) })),
    doubts: read.doubts.map((doubt) => ({ ...doubt, pageNumber: numberAt(doubt.pageNumber) })),
  };
}

/** The numbers of the pages to read, ascending. */
export function chosenNumbers(pageCount: number, pages?: readonly number[]): number[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (!pages) return all;
  const wanted = new Set(pages);
  return all.filter((number) => wanted.has(number));
}
