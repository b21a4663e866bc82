"use client";
import { useEffect, useRef } from "react";

/** Calls `leave` when the component is unmounted for good. `leave` must keep its identity. */
export function useOnGone(leave: () => void): void {
  const mounts = useRef(0);
  useEffect(() => {
    mounts.current += 1;
    return () => {
      mounts.current -= 1;
      // StrictMode unmounts every component once, and mounts it again before other code runs.
      queueMicrotask(() => mounts.current === 0 && leave());
    };
  }, [leave]);
}
