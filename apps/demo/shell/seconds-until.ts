"use client";

import { useEffect, useState } from "react";

/** Counts down the whole seconds until a time in milliseconds since 1970. Undefined without a time, or after it. */
export function useSecondsUntil(time: number | undefined): number | undefined {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  if (time === undefined || now === 0) return undefined;
  const seconds = Math.ceil((time - now) / 1000);
  return seconds > 0 ? seconds : undefined;
}
