import { useEffect, useLayoutEffect, useRef } from "react";
import { keepPlace, keptPlace } from "./kept-place.ts";
import type { Turn } from "./turns.ts";

/**
 * Scrolls to the last turn: when it was asked just now, so that its answer grows below it, and when a conversation is
 * opened, which goes on where it ended. On the way back from another page it is where the reader was.
 */
export function useLastTurnInView(turns: readonly Turn[], isWriting: boolean): void {
  const last = turns.at(-1)?.question.id;
  const shown = useRef<string>(undefined);
  const isFirst = useRef(true);
  useEffect(() => {
    if (shown.current === last) return;
    shown.current = last;
    if (last === undefined) return;
    const isArriving = isFirst.current && !isWriting;
    isFirst.current = false;
    const isSmooth = isWriting && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const show = () => {
      const turn = document.getElementById(`turn-${last}`);
      turn?.scrollIntoView({ block: "start", behavior: isSmooth ? "smooth" : "auto" });
      // The list in which it was chosen may have closed.
      if (!document.activeElement?.checkVisibility())
        turn?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    };
    if (!isArriving) {
      show();
      return;
    }
    const kept = keptPlace();
    const frame = requestAnimationFrame(() => {
      if (kept !== undefined) window.scrollTo({ top: kept });
      else if (window.scrollY === 0) show();
    });
    return () => cancelAnimationFrame(frame);
  }, [isWriting, last]);

  // Gone before the next page scrolls to its own place.
  useLayoutEffect(() => {
    window.addEventListener("scroll", keepPlace, { passive: true });
    return () => window.removeEventListener("scroll", keepPlace);
  }, []);
}
