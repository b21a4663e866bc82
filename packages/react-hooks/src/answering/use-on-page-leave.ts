"use client";
import { useEffect } from "react";

type Leaving = {
  /** Must keep its identity. Called when the page may close: the user may still be asked, and stay. */
  onMayLeave(): void;
  /** Must keep its identity. Called when the page closes. */
  onLeave(): void;
};

/** Listens only while `isOn`: in some browsers a page that listens to `beforeunload` is restored more slowly. */
export function useOnPageLeave(isOn: boolean, { onMayLeave, onLeave }: Leaving): void {
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener("beforeunload", onMayLeave);
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("beforeunload", onMayLeave);
      window.removeEventListener("pagehide", onLeave);
    };
  }, [isOn, onMayLeave, onLeave]);
}
