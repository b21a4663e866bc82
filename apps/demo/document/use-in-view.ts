"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls an element's entry into the window when the element is chosen and the entry is outside. `occasion` changes
 * when the hidden list is shown again.
 */
export function useInView(
  list: RefObject<HTMLElement | null>,
  elementId: string | undefined,
  occasion: string,
): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (elementId === undefined) {
      done.current = undefined;
      return;
    }
    const turn = `${occasion} ${elementId}`;
    const entry = list.current?.querySelector<HTMLElement>(`[data-element="${CSS.escape(elementId)}"]`);
    // A hidden entry has no position.
    if (!entry || entry.offsetParent === null || done.current === turn) return;
    done.current = turn;
    const { top, bottom } = entry.getBoundingClientRect();
    if (top >= 0 && bottom <= window.innerHeight) return;
    const isReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    entry.scrollIntoView({ block: "center", behavior: isReducedMotion ? "auto" : "smooth" });
  }, [list, elementId, occasion]);
}
