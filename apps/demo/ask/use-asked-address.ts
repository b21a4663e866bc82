"use client";

import type { Source } from "@headwater/client";
import { useEffect, useRef } from "react";
import { type AskedAddress, askedScope } from "./asked-scope.ts";

/** Applies the address once, when it names sources or a question. */
export function useAskedAddress(
  asked: AskedAddress,
  sources: readonly Source[] | undefined,
  formIsRead: boolean,
  follow: (asked: { scope?: string[]; question: string | undefined }) => void,
): void {
  const followed = useRef(false);
  useEffect(() => {
    if (!formIsRead || followed.current) return;
    const scope = askedScope(asked, sources);
    const { question } = asked;
    if (scope === undefined || (scope === null && !question)) return;
    followed.current = true;
    // After a reload the user's own changes should come back, not the address.
    window.history.replaceState(null, "", window.location.pathname);
    follow({ ...(scope ? { scope: [...scope] } : {}), question });
  }, [formIsRead, asked, sources, follow]);
}
