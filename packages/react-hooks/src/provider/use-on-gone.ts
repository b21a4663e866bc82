"use client";
import { useEffect, useRef } from "react";

/** Calls `leave`, which must keep its identity, when the component has gone and does not come back. */
export function useOnGone(leave: () => void): void {
  const mounts = useRef(0);
  useEffect(() => {
    mounts.current += 1;
    return () => {
      mounts.current -= 1;
      // StrictMode takes every component away once and brings it back before any other code runs.
      queueMicrotask(() => mounts.current === 0 && leave());
    };
  }, [leave]);
}
