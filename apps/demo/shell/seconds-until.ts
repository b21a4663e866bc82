"use client";

import { useEffect, useState } from "react";

/**
 * Counts down the whole seconds until a time in milliseconds since 1970. Undefined without a time, or after it. It goes on
 * evenly when the clock of the device is corrected.
 */
export function useSecondsUntil(time: number | undefined): number | undefined {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (time === undefined) return;
    const end = performance.now() + time - Date.now();
    const count = () => setSeconds(Math.ceil((end - performance.now()) / 1000));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time !== undefined && seconds > 0 ? seconds : undefined;
}
