"use client";

import { useEffect, useRef } from "react";
import type { Turn } from "./turns.ts";

/** Scrolls a new question to the top of the window, so that its answer grows below it. */
export function useLastTurnInView(turns: readonly Turn[], isWriting: boolean): void {
  const last = turns.at(-1)?.question.id;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!isWriting || !last || shown.current === last) return;
    shown.current = last;
    const isReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document
      .getElementById(`turn-${last}`)
      ?.scrollIntoView({ block: "start", behavior: isReducedMotion ? "auto" : "smooth" });
  }, [isWriting, last]);
}
