"use client";
import { useInsertionEffect, useRef } from "react";

/**
 * Calls `leave` when the component is unmounted for good, but not when it is hidden (`<Activity mode="hidden">`): React
 * ends all effects of a hidden component except these. `leave` must keep its identity.
 */
export function useOnGone(leave: () => void): void {
  const mounts = useRef(0);
  useInsertionEffect(() => {
    mounts.current += 1;
    return () => {
      mounts.current -= 1;
      // Fast Refresh ends every effect once, and starts it again before other code runs.
      queueMicrotask(() => mounts.current === 0 && leave());
    };
  }, [leave]);
}
