"use client";

import type { CSSProperties, MouseEvent, ReactNode } from "react";
import { clockTime } from "./clock.ts";
import type { Segment } from "./segments.ts";

type Properties = {
  segment: Segment & { start: number };
  /** Where the link leads: the same second in this document, or on the site of the recording. */
  address: string | undefined;
  /** Plays here instead. Undefined when the recording is elsewhere. */
  onPlay: ((segment: Segment) => void) | undefined;
  className?: string;
  style?: CSSProperties;
  isCurrent?: boolean;
  /** Default: the time. */
  children?: ReactNode;
};

/** A time that plays from there. */
export function TimeLink({
  segment,
  address,
  onPlay,
  className,
  style,
  isCurrent = false,
  children,
}: Properties) {
  const time = clockTime(segment.start);
  const press = (event: MouseEvent) => {
    event.stopPropagation();
    // With a modifier the browser opens the address in a new tab or window.
    if (!onPlay || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onPlay(segment);
  };
  if (address === undefined)
    return (
      <span className={className} style={style}>
        {children ?? time}
      </span>
    );
  return (
    <a
      className={className}
      style={style}
      href={address}
      onClick={press}
      aria-current={isCurrent || undefined}
      {...(children === undefined ? { "aria-label": `${onPlay ? "Play" : "Watch"} from ${time}` } : {})}
      {...(onPlay ? {} : { target: "_blank", rel: "noreferrer" })}
    >
      {children ?? time}
    </a>
  );
}
