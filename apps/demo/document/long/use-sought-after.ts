"use client";

import { useEffect, useMemo } from "react";
import type { ElementWindow } from "./use-element-window.ts";
import type { Sought } from "./use-scroll-to.ts";

/** A page without text after the last text is sought where the list ends. */
export function useSoughtAfter(
  { total = 0, at, want }: ElementWindow,
  page: number | undefined,
  turn: number,
): Sought | undefined {
  const end = page === undefined ? -1 : total - 1;
  useEffect(() => {
    if (end >= 0) want(end, end);
  }, [end, want]);
  const lastPage = at(end)?.page_number;
  const isAfter = page !== undefined && lastPage != null && lastPage < page;
  return useMemo(
    () => (isAfter ? { index: end, align: "start", page, occasion: `${turn} page ${page}` } : undefined),
    [isAfter, end, page, turn],
  );
}
