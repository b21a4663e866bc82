"use client";

import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Height in px of a row that was not measured yet: in columns, and on a narrow screen, where they are below each other. */
const usualHeight = () => (window.innerWidth > 720 ? 74 : 109);
/** Lists up to this length are drawn whole, so that the browser's own find and screen readers have all of them. */
const maxDrawnWhole = 200;
/** Rows drawn above and below the window. */
const overscan = 10;

export type RowWindow = {
  /** The rows that are drawn. `gap` is the height in px of those left out before it. */
  rows: { index: number; gap: number }[];
  /** Heights in px of what is left out before the first row and after the last one. */
  above: number;
  below: number;
  measure(row: HTMLElement | null): void;
  bring(index: number): void;
  /** Keeps a row and its neighbours drawn, wherever the window is: a focused one would lose the focus. */
  keep(id: string | undefined): void;
};

/** Draws only the rows near the window, of a list whose rows are as high as they are. */
export function useRowWindow(list: RefObject<HTMLElement | null>, ids: readonly string[]): RowWindow {
  const [scrollMargin, setScrollMargin] = useState(0);
  const kept = useRef<string>(undefined);
  const count = ids.length;
  const virtualizer = useWindowVirtualizer({
    count,
    // Heights belong to the sources, also when the list is ordered anew.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: usualHeight,
    overscan: count <= maxDrawnWhole ? count : overscan,
    scrollMargin,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      // By its id: the list may have been ordered anew.
      const index = kept.current === undefined ? -1 : ids.indexOf(kept.current);
      if (index === -1) return drawn;
      const around = [index - 1, index, index + 1].filter((each) => each >= 0 && each < count);
      return [...new Set([...drawn, ...around])].sort((one, other) => one - other);
    },
  });
  useLayoutEffect(() => {
    // What is above the list may have grown.
    const top = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (Math.abs(top - scrollMargin) > 1) setScrollMargin(top);
  });

  const items = virtualizer.getVirtualItems();
  const starts = items.map(({ start }) => start - scrollMargin);
  const ends = items.map(({ end }) => end - scrollMargin);
  return {
    rows: items.map(({ index }, at) => ({
      index,
      gap: at > 0 ? (starts[at] ?? 0) - (ends[at - 1] ?? 0) : 0,
    })),
    above: starts[0] ?? 0,
    below: items.length > 0 ? virtualizer.getTotalSize() - (ends.at(-1) ?? 0) : 0,
    measure: virtualizer.measureElement,
    bring: (index) => virtualizer.scrollToIndex(index),
    keep: (id) => {
      kept.current = id;
    },
  };
}
