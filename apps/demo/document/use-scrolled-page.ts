"use client";

import { useEffect, useState } from "react";
import type { Seen } from "./long/seen.ts";

/** How long a page must be the one that is read before its picture is shown, in ms. Pages that fly past are not asked for. */
const pauseMs = 120;

/** What people scroll with. A text also moves by itself, when an address leads somewhere in it. */
const gestures = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * The page that the reader has scrolled to since `occasion`, which changes whenever the document is led somewhere. It
 * stays undefined until the reader scrolls: then the place it was led to counts, even where its page is too short to
 * reach the top of the window.
 */
export function useScrolledPage(seen: Seen, occasion: string): number | undefined {
  const [scrolled, setScrolled] = useState<{ occasion: string; page: number }>();
  useEffect(() => {
    let isLed = true;
    let next: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      isLed = false;
    };
    const note = () => {
      const page = seen.get()?.page;
      if (isLed || !page || page === next) return;
      next = page;
      clearTimeout(timer);
      timer = setTimeout(() => setScrolled({ occasion, page }), pauseMs);
    };
    const forget = seen.subscribe(note);
    for (const gesture of gestures)
      window.addEventListener(gesture, release, { capture: true, passive: true });
    return () => {
      forget();
      clearTimeout(timer);
      for (const gesture of gestures) window.removeEventListener(gesture, release, { capture: true });
    };
  }, [seen, occasion]);
  return scrolled?.occasion === occasion ? scrolled.page : undefined;
}
