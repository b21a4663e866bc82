"use client";
import { useEffect } from "react";

type Leaving = {
  /** Must keep its identity. The page may go: somebody can still be asked, and stay. */
  onMayLeave(): void;
  /** Must keep its identity. The page goes. */
  onLeave(): void;
};

/** Listens while `isOn` only: a page that listens to `beforeunload` comes back more slowly in some browsers. */
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
