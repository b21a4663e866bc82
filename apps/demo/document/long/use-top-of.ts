"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** Where an element begins on the page, in px from the top of the page. */
export function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (!box) return;
      const found = Math.round(box.top + window.scrollY);
      setTop((before) => (Math.abs(found - before) > 1 ? found : before));
    };
    measure();
    // Whatever grows above the element makes the page longer. To ask after each render would make the browser lay the
    // page out twice for a frame.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
