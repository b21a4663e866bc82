"use client";

import type { Source } from "@headwater/client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Height in px of a name on one line. */
const usualHeight = 45;
/** Lists up to this length are drawn whole. */
const maxDrawnWhole = 200;
/** Names drawn above and below what is in view. */
const overscan = 8;

type Properties = {
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  sources: readonly Source[];
  scope: readonly string[] | undefined;
  onToggle(fileId: string): void;
};

/** A box to tick for each source. Of many, only those near what is in view are drawn. */
export function ScopeRows({ scroller, sources, scope, onToggle }: Properties) {
  const rows = useRef<HTMLDivElement>(null);
  const focused = useRef<number>(undefined);
  const [scrollMargin, setScrollMargin] = useState(0);
  const count = sources.length;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => sources[index]?.file_id ?? index, [sources]),
    estimateSize: () => usualHeight,
    overscan: count <= maxDrawnWhole ? count : overscan,
    scrollMargin,
    // What has the focus stays, with what Tab reaches from there.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current: index } = focused;
      if (index === undefined) return drawn;
      const around = [index - 1, index, index + 1].filter((each) => each >= 0 && each < count);
      return [...new Set([...drawn, ...around])].sort((one, other) => one - other);
    },
  });
  useLayoutEffect(() => {
    // What is above the names in the list may change.
    const top = rows.current?.offsetTop ?? 0;
    if (top !== scrollMargin) setScrollMargin(top);
  });
  const items = virtualizer.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  const chosen = new Set(scope);
  const noteFocus = (target: EventTarget | null) => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-index]") : null;
    focused.current = row && rows.current?.contains(row) ? Number(row.dataset.index) : undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focused box drawn; it does nothing of its own
    <div
      ref={rows}
      className="scope-rows"
      style={{
        paddingTop: first ? first.start - scrollMargin : 0,
        paddingBottom: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
      }}
      onFocus={(event) => noteFocus(event.target)}
      onBlur={(event: FocusEvent) => noteFocus(event.relatedTarget)}
    >
      {items.map(({ index, start }, at) => {
        const source = sources[index];
        const before = items[at - 1];
        return source ? (
          <label
            className="check strip"
            key={source.file_id}
            ref={virtualizer.measureElement}
            data-index={index}
            style={before && start > before.end ? { marginTop: start - before.end } : undefined}
          >
            <input
              type="checkbox"
              checked={chosen.has(source.file_id)}
              onChange={() => onToggle(source.file_id)}
            />
            <bdi className="serif">{source.file_name}</bdi>
          </label>
        ) : null;
      })}
    </div>
  );
}
