type ItemPage<Item> = { items: readonly Item[]; total_pages?: number | null | undefined };

/**
 * Yields every item of a paged list. It loads the next page when the loop needs it.
 *
 * @param loadPage returns the page with this number; the first page is 1.
 * @example
 * const load = (page: number) => unwrap(flow.POST("/", { body: { query, page, page_size: 50 } }));
 * for await (const item of iterateItems(load)) console.log(item.page_content);
 */
export async function* iterateItems<Item>(
  loadPage: (page: number) => Promise<ItemPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const { items, total_pages } = await loadPage(page);
    yield* items;
    // Without `total_pages` the list has no pages: this was all of it.
    if (items.length === 0 || page >= (total_pages ?? 0)) return;
  }
}
