"use client";

import { useEffect, useRef } from "react";

/** What the address contains: the sources of the scope, and a prepared question. */
export type AskedAddress = { fileIds: readonly string[]; question: string | undefined };

/** Applies the address once, when it names sources or a question. */
export function useAskedAddress(
  { fileIds, question }: AskedAddress,
  formIsRead: boolean,
  follow: (asked: { scope?: string[]; question: string | undefined }) => void,
): void {
  const followed = useRef(false);
  useEffect(() => {
    if (!formIsRead || followed.current || (fileIds.length === 0 && !question)) return;
    followed.current = true;
    // After a reload the user's own changes should come back, not the address.
    window.history.replaceState(null, "", window.location.pathname);
    follow({
      ...(fileIds.length > 0 ? { scope: [...fileIds] } : {}),
      question,
    });
  }, [formIsRead, fileIds, question, follow]);
}
