"use client";

import { useEffect, useRef } from "react";

/** What the address asks for: sources to hold the question to, and a question laid ready. */
export type AskedAddress = { fileIds: readonly string[]; question: string | undefined };

/** Follows the address once, when it names sources or a question. */
export function useAskedAddress(
  { fileIds, question }: AskedAddress,
  formIsRead: boolean,
  follow: (asked: { scope?: string[]; question: string | undefined }) => void,
): void {
  const followed = useRef(false);
  useEffect(() => {
    if (!formIsRead || followed.current || (fileIds.length === 0 && !question)) return;
    followed.current = true;
    // A reload is to bring back what was made of it, not the beginning.
    window.history.replaceState(null, "", window.location.pathname);
    follow({
      ...(fileIds.length > 0 ? { scope: [...fileIds] } : {}),
      question,
    });
  }, [formIsRead, fileIds, question, follow]);
}
