import type { Page, PageSource } from "../../layout/page/page.ts";

/** Starts on the next pages before they are asked for, `pages` at a time: a model answers several at once. */
export function readAhead(source: PageSource, pages: number): PageSource {
  const started = new Map<number, Promise<Page>>();
  const start = (pageNumber: number): Promise<Page> => {
    const page = started.get(pageNumber) ?? source.readPage(pageNumber);
    // The caller that asks for the page gets the failure.
    page.catch(() => undefined);
    started.set(pageNumber, page);
    return page;
  };
  return {
    ...source,
    readPage(pageNumber) {
      const page = start(pageNumber);
      const last = Math.min(pageNumber + pages - 1, source.pageCount);
      for (let next = pageNumber + 1; next <= last; next += 1) start(next);
      started.delete(pageNumber);
      return page;
    },
  };
}
