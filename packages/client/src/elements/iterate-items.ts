type ItemPage<Item> = { items: readonly Item[]; total_pages?: number | null | undefined };

/**
 * Every item of a paged listing, page after page, loaded as the loop gets there.
 *
 * @param loadPage answers the page with this 1-based number.
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
    // Without `total_pages` the listing was not paginated, and this was all of it.
    if (items.length === 0 || page >= (total_pages ?? 0)) return;
  }
}
