"use client";

import { useEffect, useState } from "react";

/** How long a button says what it did. */
const shownMs = 2_000;

/** Puts text on the clipboard, and says for a moment how that went. */
export function useCopied(): { said: string | undefined; copy(text: string): void } {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (text: string) => {
    // Absent where the page did not come over https or from this machine.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("No clipboard"));
    writing.then(
      () => setSaid("Copied"),
      () => setSaid("Not permitted"),
    );
  };
  return { said, copy };
}
