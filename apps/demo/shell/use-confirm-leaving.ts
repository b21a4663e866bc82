"use client";

import { useEffect } from "react";

/** Makes the browser ask before it closes or reloads the page, which would abort what is under way. */
export function useConfirmLeaving(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isUnderWay]);
}
