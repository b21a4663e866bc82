"use client";

import { useEffect, useState } from "react";
import { copyText } from "../shell/copy-text.ts";

/** Milliseconds for which a button shows its result. */
const shownMs = 2_000;

/** Copies text to the clipboard, and shows the result for a moment. */
export function useCopied(): { said: string | undefined; copy(text: string): void } {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (text: string) => {
    copyText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Not permitted"),
    );
  };
  return { said, copy };
}
