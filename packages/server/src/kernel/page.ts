/** One page of a list: `number` is 1-based, `size` 1..100. */
export type Page = { number: number; size: number };

/** A page of items with the count of all items that match. */
export type Paged<T> = { items: T[]; total: number };

export const totalPages = (total: number, page: Page): number => Math.ceil(total / page.size);

export const offsetOf = (page: Page): number => (page.number - 1) * page.size;
