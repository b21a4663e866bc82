"use client";

import { useEffect, useState } from "react";

/** Milliseconds between two announcements. */
const pauseMs = 5_000;

/** A text for screen readers that follows another, but changes at most once in five seconds. */
export function useSpoken(words: string): string {
  const [spoken, setSpoken] = useState({ words, at: -pauseMs });
  useEffect(() => {
    if (words === spoken.words) return;
    const wait = Math.max(0, spoken.at + pauseMs - performance.now());
    const timer = setTimeout(() => setSpoken({ words, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [words, spoken]);
  return spoken.words;
}
