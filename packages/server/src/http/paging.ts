import type { Page } from "../kernel/page.ts";

/** Contract, Limits: when only one of the two is given, pagination is not applied. */
export const readPage = (query: { page?: number; page_size?: number }): Page | null =>
  query.page !== undefined && query.page_size !== undefined
    ? { number: query.page, size: query.page_size }
    : null;
