"use client";

import type { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import { headOf } from "./page-read.ts";

/** Where to scroll: once for each `occasion`. */
export type Sought = {
  index: number;
  align: "start" | "center";
  /** The page that is meant. Its head may be in a row with those of other pages. */
  page?: number | undefined;
  occasion: string;
};

type Options = {
  list: RefObject<HTMLElement | null>;
  virtualizer: ReturnType<typeof useWindowVirtualizer<Element>>;
  sought: Sought | undefined;
  /** Length of the list. */
  total: number;
  /** Whether the element that is sought is loaded. */
  isLoaded: boolean;
  /** Whether the head of the page that is sought is drawn in its row, below that of another page or an element. */
  hasHead: boolean;
  /** Height in px of what covers the top of the window. */
  covered: number;
};

/**
 * Scrolls to the sought element in steps: to its probable place; again when it is loaded and its neighbours are measured;
 * then to the head of its page, unless the row begins with that head.
 */
export function useScrollTo(options: Options): void {
  const { list, virtualizer, sought, total, isLoaded, hasHead, covered } = options;
  const done = useRef<{ occasion: string; step: number }>(undefined);
  const step = hasHead ? 2 : isLoaded ? 1 : 0;
  useEffect(() => {
    if (!sought || sought.index >= total) return;
    const { occasion, index, align, page } = sought;
    const isFirst = done.current?.occasion !== occasion;
    if (!isFirst && step <= (done.current?.step ?? 0)) return;
    done.current = { occasion, step };
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
    const head = step === 2 && page !== undefined ? headOf(row, page) : undefined;
    if (head) {
      virtualizer.scrollToOffset(head.getBoundingClientRect().top + window.scrollY - covered);
      return;
    }
    const at = row?.getBoundingClientRect();
    const isInView = at && at.top >= covered && at.bottom <= window.innerHeight;
    if (isFirst && step === 1 && isInView && align === "center") return;
    virtualizer.scrollToIndex(index, { align });
  }, [list, sought, step, total, covered, virtualizer]);
}
