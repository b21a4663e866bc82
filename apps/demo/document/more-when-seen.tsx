"use client";

import { useEffect, useRef } from "react";

/** The end of a list: loads more when it comes near the window, or when it is pressed. */
export function MoreWhenSeen({ isLoading, onMore }: { isLoading: boolean; onMore(): void }) {
  const mark = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current } = mark;
    if (!current || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isLoading, onMore]);
  return (
    <p className="none">
      <button type="button" className="btn" ref={mark} onClick={onMore} aria-busy={isLoading}>
        {isLoading ? "Reading on" : "Read on"}
      </button>
    </p>
  );
}
