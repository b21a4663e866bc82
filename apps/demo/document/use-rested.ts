"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** How long the pointer must rest on something, in ms. Less than one notices. */
const restMs = 50;

/** A state that changes when it was set and nothing followed for a moment. Rows that pass under the pointer are skipped. */
export function useRested<Value>(): readonly [Value | undefined, (value: Value | undefined) => void] {
  const [rested, setRested] = useState<Value>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = useCallback((value: Value | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRested(value), restMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [rested, set];
}
