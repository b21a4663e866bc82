"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Hands over, once and as soon as `isReady`, what somebody typed into a field before the page's script had come.
 * Without this the first change of anything would empty the field.
 */
export function useTypedAhead(
  field: RefObject<{ value: string } | null>,
  isReady: boolean,
  onText: (text: string) => void,
): void {
  const typed = useRef("");
  // Before anything renders again and writes into the field what the page believes is there.
  useLayoutEffect(() => {
    typed.current = field.current?.value ?? "";
  }, [field]);
  useEffect(() => {
    if (!isReady || typed.current === "") return;
    onText(typed.current);
    typed.current = "";
  }, [isReady, onText]);
}
