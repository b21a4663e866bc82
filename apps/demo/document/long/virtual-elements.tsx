"use client";

import type { Element, Source } from "@headwater/client";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, useCallback, useEffect, useRef } from "react";
import { ElementEntry } from "../element-entry.tsx";
import type { View } from "../element-text.tsx";
import { PageHeading } from "../page-heading.tsx";
import { headsAbove } from "./page-heads.ts";
import { pageRead } from "./page-read.ts";
import { readingLine } from "./reading-line.ts";
import type { Seen } from "./seen.ts";
import type { ElementWindow } from "./use-element-window.ts";
import { type Sought, useScrollTo } from "./use-scroll-to.ts";
import { useTopOf } from "./use-top-of.ts";

/** Height in px of an element that was not measured yet: a short paragraph. */
const usualHeight = 66;
/** Lists up to this length are drawn whole, so that the browser's own find and screen readers have all of them. */
const maxDrawnWhole = 200;
/** Elements drawn above and below the window. */
const overscan = 12;
/** Elements loaded above and below the window: they should be there before they are drawn. */
const ahead = 60;

type Properties = {
  source: Source;
  elements: ElementWindow;
  view: View;
  words: string;
  /** Words of the chosen element to mark, while nothing is searched for. */
  quote: string | undefined;
  /** What a page is called: "Page", "Section". */
  noun: string;
  /** Whether the list says where a page begins. */
  isPaged: boolean;
  /** Pages of the document, where those without text are to be named too. */
  pageCount?: number | undefined;
  failedPages?: readonly number[] | undefined;
  litId?: string | undefined;
  chosenId: string | undefined;
  sought: Sought | undefined;
  /** Height in px of what covers the top of the window. */
  covered: number;
  /** Called with the elements that are in the window. */
  seen: Seen;
  onLight(elementId: string | undefined): void;
  onChoose(element: Element): void;
};

/** A list of elements of any length. Only those near the window are drawn; the focused one stays. */
export const VirtualElements = memo(function VirtualElements(properties: Properties) {
  const { source, elements, view, words, quote, litId, chosenId, sought, onLight, onChoose } = properties;
  const { isPaged, pageCount, failedPages, noun, covered, seen } = properties;
  const { at, want, total = 0 } = elements;
  const list = useRef<HTMLDivElement>(null);
  const scrollMargin = useTopOf(list);
  const focused = useRef<number>(undefined);
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => usualHeight,
    overscan: total <= maxDrawnWhole ? total : overscan,
    scrollMargin,
    scrollPaddingStart: covered,
    // Moving what is drawn needs no rendering.
    directDomUpdates: true,
    directDomUpdatesMode: "position",
    // A row that grows makes the page longer, which `useTopOf` observes: within a frame browsers report a loop as an error.
    useAnimationFrameWithResizeObserver: true,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current: index } = focused;
      if (index === undefined || index >= total || drawn.includes(index)) return drawn;
      return [...drawn, index].sort((a, b) => a - b);
    },
  });

  const items = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => {
    if (total > 0) want(startIndex - ahead, Math.min(total - 1, endIndex + ahead));
  }, [total, startIndex, endIndex, want]);

  const indexAt = (offset: number) => virtualizer.getVirtualItemForOffset(offset)?.index ?? startIndex;
  const offset = virtualizer.scrollOffset ?? 0;
  const height = virtualizer.scrollRect?.height ?? 0;
  // What lies under a bar that stays at the top is not seen.
  const first = at(indexAt(offset + covered + 4));
  const last = at(endIndex);
  const end = scrollMargin + virtualizer.getTotalSize();
  const line = readingLine({ offset, height, covered, end });
  const readIndex = indexAt(line);
  const read = at(readIndex);
  useEffect(() => {
    if (!first || !last || !read) return;
    const row = list.current?.querySelector(`[data-index="${readIndex}"]`) ?? null;
    seen.set({ first, last, read, page: pageRead(row, read, line - offset) });
  }, [first, last, read, readIndex, line, offset, seen]);

  const headsOf = (index: number) => (isPaged ? headsAbove(index, at, total, pageCount) : []);
  /** Heads in the row of an index that do not begin it: further ones above its element, in the last row those below. */
  const innerHeads = (index: number) => [
    ...headsOf(index).slice(1),
    ...(index === total - 1 ? headsOf(total) : []),
  ];
  const hasHead =
    sought !== undefined &&
    items.some(({ index }) => index === sought.index) &&
    innerHeads(sought.index).some(({ page }) => page === sought.page);
  const isLoaded = sought !== undefined && at(sought.index) !== undefined;
  useScrollTo({ list, virtualizer, sought, total, isLoaded, hasHead, covered });

  const noteFocus = useCallback((target: EventTarget | null) => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-index]") : null;
    focused.current = row ? Number(row.dataset.index) : undefined;
  }, []);
  const { containerRef } = virtualizer;
  const keep = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element;
      containerRef(element);
    },
    [containerRef],
  );
  const headsAt = (index: number) =>
    headsOf(index).map(({ page, elements: read }, nth) => (
      <PageHeading
        key={page}
        noun={noun}
        page={page}
        elements={read}
        fileType={source.file_type}
        isFailed={failedPages?.includes(page) ?? false}
        isFirst={index === 0 && nth === 0}
      />
    ));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focused element; it does nothing of its own
    <div
      ref={keep}
      className="rows"
      style={{ "--covered": `${covered}px` } as CSSProperties}
      onFocus={(event) => noteFocus(event.target)}
      onBlur={(event) => noteFocus(event.relatedTarget)}
    >
      {items.map(({ index, key }) => {
        const element = at(index);
        const isChosen = chosenId !== undefined && element?.element_id === chosenId;
        return (
          <div key={key} ref={virtualizer.measureElement} data-index={index} className="vrow">
            {element ? (
              <>
                {headsAt(index)}
                <ElementEntry
                  fileId={source.file_id}
                  element={element}
                  view={view}
                  words={words === "" && isChosen ? (quote ?? "") : words}
                  isFirst={index === 0}
                  isLit={litId !== undefined && element.element_id === litId}
                  isChosen={isChosen}
                  onLight={onLight}
                  onChoose={onChoose}
                />
                {index === total - 1 ? headsAt(total) : null}
              </>
            ) : (
              <div className="el columns unloaded" />
            )}
          </div>
        );
      })}
    </div>
  );
});
