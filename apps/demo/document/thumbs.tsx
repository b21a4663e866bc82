"use client";

import { pageScreenshotUrl, useDocuments } from "@headwater/react-hooks";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { usePageReaders } from "./use-page-readers.ts";

type Properties = {
  fileId: string;
  /** What a page is called: "Page", "Slide". */
  noun: string;
  page: number;
  pageCount: number;
  failedPages: readonly number[];
  /** Whether the text names the same pages, so that it is known how each was read. */
  isPaged: boolean;
  onPage(page: number): void;
};

/** Width of a picture in pixels: the smallest that the service makes. */
const pictureWidth = 300;

const steps: Record<string, (page: number, count: number) => number> = {
  ArrowDown: (page) => page + 1,
  ArrowRight: (page) => page + 1,
  ArrowUp: (page) => page - 1,
  ArrowLeft: (page) => page - 1,
  Home: () => 1,
  End: (_, count) => count,
};

/** All pages, small, each with its number and how it was read. One stop for the keyboard; arrow keys turn the pages. */
export const Thumbs = memo(function Thumbs(properties: Properties) {
  const { fileId, noun, page, pageCount, failedPages, isPaged, onPage } = properties;
  const nav = useRef<HTMLElement>(null);
  const { readerOf, look } = usePageReaders(fileId, isPaged);
  useEffect(() => {
    const { current } = nav;
    const thumb = current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (!current || !thumb) return;
    // Only the row of pages may scroll, not the window.
    const { offsetTop: top, offsetLeft: left, offsetHeight: height, offsetWidth: width } = thumb;
    if (top < current.scrollTop || top + height > current.scrollTop + current.clientHeight)
      current.scrollTop = top - (current.clientHeight - height) / 2;
    if (left < current.scrollLeft || left + width > current.scrollLeft + current.clientWidth)
      current.scrollLeft = left - (current.clientWidth - width) / 2;
  }, [page]);
  const turn = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(page, pageCount);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const there = Math.min(pageCount, Math.max(1, next));
    onPage(there);
    nav.current?.querySelector<HTMLElement>(`[data-page="${there}"]`)?.focus({ preventScroll: true });
  };
  return (
    <nav className="thumbs" aria-label="Pages" ref={nav}>
      {Array.from({ length: pageCount }, (_, index) => index + 1).map((each) => {
        const isFailed = failedPages.includes(each);
        const reader = isFailed ? "not read" : readerOf(each);
        return (
          <button
            key={each}
            type="button"
            className={isFailed ? "thumb bad" : "thumb"}
            data-page={each}
            tabIndex={each === page ? 0 : -1}
            aria-current={each === page ? "page" : undefined}
            onClick={() => onPage(each)}
            onKeyDown={turn}
          >
            <Picture fileId={fileId} page={each} onSeen={look} />
            <span className="num">
              <span>
                <span className="off">{noun} </span>
                {each}
              </span>{" "}
              <span>{reader}</span>
            </span>
          </button>
        );
      })}
    </nav>
  );
});

type PictureProperties = { fileId: string; page: number; onSeen(page: number): void };

/** The picture of a page, loaded when it comes into view. A page without one stays blank. */
function Picture({ fileId, page, onSeen }: PictureProperties) {
  const { sources } = useDocuments();
  const [isMissing, setMissing] = useState(false);
  const place = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setSeen(true);
        onSeen(page);
      },
      { rootMargin: "200px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, page, onSeen]);
  return (
    <i ref={place}>
      {isSeen && !isMissing ? (
        <img
          src={pageScreenshotUrl(sources, fileId, page, pictureWidth)}
          alt=""
          decoding="async"
          onError={() => setMissing(true)}
        />
      ) : null}
    </i>
  );
}
