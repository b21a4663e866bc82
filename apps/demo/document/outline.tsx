"use client";

import { memo, useEffect, useMemo, useRef } from "react";
import { type OutlineEntry, shownEntries } from "./outline-entries.ts";

type Properties = {
  entries: readonly OutlineEntry[];
  /** The section that is read. */
  current: OutlineEntry | undefined;
  onChoose(entry: OutlineEntry): void;
};

/** The titles of a text without pages, in the margin. Each leads to its place. */
export const Outline = memo(function Outline({ entries, current, onChoose }: Properties) {
  const nav = useRef<HTMLElement>(null);
  const currentId = current?.id;
  const shown = useMemo(() => shownEntries(entries, current), [entries, current]);
  useEffect(() => {
    const place = currentId === undefined ? null : nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (!place || !nav.current) return;
    const { offsetTop: top, offsetHeight: height } = place;
    const { scrollTop, clientHeight } = nav.current;
    // Only the outline may scroll, not the page.
    if (top < scrollTop || top + height > scrollTop + clientHeight)
      nav.current.scrollTop = top - clientHeight / 2;
  }, [currentId]);
  return (
    <nav className="outline" aria-label="Outline" id="outline" ref={nav}>
      <ol>
        {shown.map((entry) => (
          <li key={entry.id} className={`level${entry.level}`}>
            <button
              type="button"
              aria-current={entry === current ? "location" : undefined}
              onClick={() => onChoose(entry)}
            >
              {entry.number === "" ? null : <span className="no">{entry.number} </span>}
              <bdi>{entry.text}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
});
