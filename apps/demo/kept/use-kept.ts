"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ZodType } from "zod";

/** What is to be different, or what makes that of the value of the moment. */
export type Change<Value> = Partial<Value> | ((value: Value) => Partial<Value>);

export type Kept<Value> = [
  value: Value,
  set: (change: Change<Value>) => void,
  /** Whether what was kept has been read; false on the server and in the first render. */
  isRead: boolean,
];

/**
 * State that outlives a reload of this tab (`sessionStorage`). What does not fit the schema any more is as if nothing had
 * been kept; a browser that keeps nothing, or has no room left, loses it with the page.
 */
export function useKept<Value extends object>(
  key: string,
  schema: ZodType<Value>,
  initial: Value,
): Kept<Value> {
  const [value, setValue] = useState(initial);
  const [isRead, setRead] = useState(false);
  const latest = useRef(value);

  useEffect(() => {
    const kept = readKept(key, schema);
    if (kept) {
      latest.current = kept;
      setValue(kept);
    }
    setRead(true);
  }, [key, schema]);

  const set = useCallback(
    (change: Change<Value>) => {
      const changed = typeof change === "function" ? change(latest.current) : change;
      latest.current = { ...latest.current, ...changed };
      setValue(latest.current);
      keep(key, latest.current);
    },
    [key],
  );
  return [value, set, isRead];
}

function readKept<Value>(key: string, schema: ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null")).data;
  } catch {
    // Storage is switched off, or holds what somebody else wrote: nothing was kept.
    return undefined;
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Switched off or full: the page still works, and older state must not come back in place of this.
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Switched off.
    }
  }
}
