"use client";

import { useEffect } from "react";

/** Asks before the pages of a flow are left with something unsaved: by a link, or by closing the page. */
export function useAskBeforeLeaving(edited: boolean, address: string): void {
  useEffect(() => {
    if (!edited) return;
    const askOnClose = (event: BeforeUnloadEvent) => event.preventDefault();
    const askOnLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isOpenedElsewhere = link?.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!link || isOpenedElsewhere || isWithin(link.pathname, address)) return;
      if (confirm("What you changed in this flow is not saved. Leave without it?")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("beforeunload", askOnClose);
    // Before Next.js follows the link.
    document.addEventListener("click", askOnLink, { capture: true });
    return () => {
      removeEventListener("beforeunload", askOnClose);
      document.removeEventListener("click", askOnLink, { capture: true });
    };
  }, [edited, address]);
}

const isWithin = (path: string, address: string): boolean =>
  path === address || path.startsWith(`${address}/`);
