"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** How much of the window's top is covered by what stays above the text while it scrolls, in px. */
export function useCovered(room: RefObject<HTMLElement | null>, occasion: string): number {
  const [covered, setCovered] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const text = room.current?.querySelector(".rows")?.getBoundingClientRect();
      const around = room.current?.closest("main");
      const staying = [...(around?.querySelectorAll<HTMLElement>(".covers, .railc") ?? [])].filter(
        (each) => getComputedStyle(each).position === "sticky" && text && isAbove(each, text),
      );
      const edges = staying.map((each) => Number.parseFloat(getComputedStyle(each).top) + each.offsetHeight);
      setCovered(Math.max(0, ...edges));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [room, occasion]);
  return covered;
}

/** Whether an element is above the text, and not beside it. */
function isAbove(element: HTMLElement, text: DOMRect): boolean {
  const { left, right } = element.getBoundingClientRect();
  return left < text.right && right > text.left;
}
