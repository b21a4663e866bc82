"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

export type Rail = { number: number; top: number; height: number };

/** Where chunks begin and end on the page, measured: the text breaks into lines only there. Anew when its width changes. */
export function useRails(text: RefObject<HTMLElement | null>, numbers: string): Rail[] {
  const [rails, setRails] = useState<Rail[]>([]);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () => {
      const { top } = element.getBoundingClientRect();
      const ends = new Map(
        [...element.querySelectorAll<HTMLElement>("[data-ends]")].map((each) => [
          each.dataset.ends,
          each.getBoundingClientRect().bottom - top,
        ]),
      );
      setRails(
        [...element.querySelectorAll<HTMLElement>("[data-begins]")].flatMap((each) => {
          const [begin, end] = [each.getBoundingClientRect().top - top, ends.get(each.dataset.begins)];
          return end === undefined
            ? []
            : [{ number: Number(each.dataset.begins), top: begin, height: Math.max(0, end - begin) }];
        }),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, numbers]);
  return rails;
}
