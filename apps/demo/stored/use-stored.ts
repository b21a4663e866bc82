"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ZodType } from "zod";

/** The changed fields, or a function that makes them from the current value. */
export type Change<Value> = Partial<Value> | ((value: Value) => Partial<Value>);

export type Stored<Value> = [
  value: Value,
  set: (change: Change<Value>) => void,
  /** Whether the stored value has been read. False on the server and in the first render. */
  isRead: boolean,
];

/**
 * State that survives a reload of this tab (`sessionStorage`). A stored value that does not fit the schema is ignored.
 * Without browser storage, or when it is full, the state ends with the page.
 */
export function useStored<Value extends object>(
  key: string,
  schema: ZodType<Value>,
  initial: Value,
): Stored<Value> {
  const [value, setValue] = useState(initial);
  const [isRead, setRead] = useState(false);
  const latest = useRef(value);

  useEffect(() => {
    const stored = readStored(key, schema);
    if (stored) {
      latest.current = stored;
      setValue(stored);
    }
    setRead(true);
  }, [key, schema]);

  const set = useCallback(
    (change: Change<Value>) => {
      const changed = typeof change === "function" ? change(latest.current) : change;
      latest.current = { ...latest.current, ...changed };
      setValue(latest.current);
      store(key, latest.current);
    },
    [key],
  );
  return [value, set, isRead];
}

function readStored<Value>(key: string, schema: ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null")).data;
  } catch {
    // Storage is switched off, or contains a foreign value. Start with nothing.
    return undefined;
  }
}

function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off or full. The page still works, but an older state must not come back.
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Storage is switched off.
    }
  }
}
