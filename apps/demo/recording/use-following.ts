"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the segment that is heard in the window while it plays, unless the reader has scrolled away from the one
 * before.
 */
export function useFollowing(list: RefObject<HTMLElement | null>, nowId: string | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const find = (id: string | undefined) =>
      id === undefined ? null : list.current?.querySelector(`[data-element="${CSS.escape(id)}"]`);
    const last = find(before.current);
    const entry = find(nowId);
    before.current = nowId;
    if (!entry || entry === last || (last && !isInWindow(last))) return;
    if (!last || isInWindow(entry, followMargin)) return;
    const isReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    entry.scrollIntoView({ block: "center", behavior: isReducedMotion ? "auto" : "smooth" });
  }, [list, nowId]);
}

/** Pixels above and below within which a segment is hard to read. */
const followMargin = 80;

function isInWindow(entry: globalThis.Element, margin = 0): boolean {
  const { top, bottom } = entry.getBoundingClientRect();
  return (
    bottom > margin && top < window.innerHeight - margin && (margin === 0 || bottom < window.innerHeight)
  );
}
