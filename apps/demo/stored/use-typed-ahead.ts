"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Passes on, once and as soon as `isReady`, what the user typed before the page's script was loaded. Otherwise the
 * first change of state would empty the field.
 */
export function useTypedAhead(
  field: RefObject<{ value: string } | null>,
  isReady: boolean,
  onText: (text: string) => void,
): void {
  const typed = useRef("");
  // This runs before another render overwrites the field with the page's own value.
  useLayoutEffect(() => {
    typed.current = field.current?.value ?? "";
  }, [field]);
  useEffect(() => {
    if (!isReady || typed.current === "") return;
    onText(typed.current);
    typed.current = "";
  }, [isReady, onText]);
}
