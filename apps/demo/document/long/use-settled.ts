"use client";

import { useEffect, useState } from "react";

/** How long typing must pause before the service is asked, in ms. */
const pauseMs = 180;

/** A typed text, once typing has paused. An emptied field counts at once. */
export function useSettled(typed: string): string {
  const text = typed.trim();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}
