"use client";
import { type RefObject, useInsertionEffect, useRef } from "react";

/** Keeps the value of the last finished render for callbacks, which read it when they run. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // This runs before all other effects, so none of them sees the value of an earlier render.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
