import { limits } from "@headwater/spec";
import type { Page } from "../../kernel/page.ts";

/** Flows are always paged: what is left out takes its default. */
export const readFlowPage = ({ page = 1, page_size }: { page?: number; page_size?: number }): Page => ({
  number: page,
  size: page_size ?? limits.pageSize.default,
});
