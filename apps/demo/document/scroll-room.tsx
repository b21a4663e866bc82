"use client";

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type Properties = {
  as: "div" | "pre";
  className: string;
  /** What scrolls: "Table", "Code". */
  label: string;
  children: ReactNode;
};

/** What may be larger than its room. It is a stop of the keyboard only while it scrolls: arrow keys move it then. */
export function ScrollRoom({ as: Tag, className, label, children }: Properties) {
  const room = useRef<HTMLDivElement & HTMLPreElement>(null);
  const [isLarger, setLarger] = useState(false);
  useLayoutEffect(() => {
    const { current } = room;
    if (!current) return;
    const measure = () =>
      setLarger(
        current.scrollWidth > current.clientWidth + 1 || current.scrollHeight > current.clientHeight + 1,
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const stop = isLarger ? { tabIndex: 0, role: "group", "aria-label": `${label}, scrolls` } : {};
  return (
    <Tag className={className} ref={room} {...stop}>
      {children}
    </Tag>
  );
}
