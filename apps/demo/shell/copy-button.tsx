"use client";

import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

/** Copies a text to the clipboard and says so for two seconds. */
export function CopyButton({
  text,
  label,
  className = "btn bare",
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    copyText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      <span role="status">
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "The browser does not allow it" : label}
      </span>
    </button>
  );
}
