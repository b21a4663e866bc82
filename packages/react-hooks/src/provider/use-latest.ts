"use client";
import { type RefObject, useInsertionEffect, useRef } from "react";

/** What the last finished render was given, for callbacks: read when they run, never frozen when they were made. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before every other effect, so that none of them sees the value of an earlier render.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
