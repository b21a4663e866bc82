"use client";

import { useEffect, useState } from "react";

/** Whole seconds until a time in milliseconds since 1970, counted down; undefined without a time or once it has come. */
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
