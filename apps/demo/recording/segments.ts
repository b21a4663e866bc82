import type { Element } from "@headwater/client";

/** A passage of a transcript, or the heading of a chapter. */
export type Segment = {
  element: Element;
  id: string;
  /** Seconds from the beginning. Undefined for what has no time, such as the title of a video. */
  start: number | undefined;
  end: number | undefined;
  speaker: string | undefined;
  isChapter: boolean;
};

/** Elements of a recording as segments, in their order. */
export const segmentsOf = (elements: readonly Element[]): Segment[] =>
  elements.map((element, index) => {
    const { start_seconds: start, end_seconds: end, kind, speaker } = element.metadata;
    return {
      element,
      id: element.element_id ?? `at-${index}`,
      start: typeof start === "number" ? start : undefined,
      end: typeof end === "number" ? end : undefined,
      speaker: typeof speaker === "string" && speaker !== "" ? speaker : undefined,
      isChapter: kind === "chapter",
    };
  });

/** A part of a recording, in seconds. */
export type Stretch = { start: number; end: number };

/** Index of the passage that is spoken at this second, or was spoken last. Chapters do not count. -1 before the first. */
export function currentIndex(segments: readonly Segment[], second: number): number {
  return segments.findLastIndex(
    ({ start, isChapter }) => !isChapter && start !== undefined && start <= second + tolerance,
  );
}

/** A player that is sent to a second may stop a frame before it. */
const tolerance = 0.05;

/** Pauses shorter than this share of a recording, or than a second, could not be seen on its line. */
const visibleShare = 1 / 200;

/**
 * The parts of a recording in which something is said; between them are pauses. Without the end of a passage, it lasts
 * until the next one.
 */
export function saidStretches(segments: readonly Segment[], duration: number): Stretch[] {
  const minPause = Math.max(1, duration * visibleShare);
  const timed = segments.filter(
    (segment): segment is Segment & { start: number } => segment.start !== undefined && !segment.isChapter,
  );
  const found: Stretch[] = [];
  for (const [index, { start, end }] of timed.entries()) {
    const until = Math.min(duration, end ?? timed[index + 1]?.start ?? duration);
    const last = found.at(-1);
    if (last && start - last.end < minPause) last.end = Math.max(last.end, until);
    else if (until > start) found.push({ start, end: until });
  }
  return found;
}

/** Stretches with another one, joined where they meet. */
export function withStretch(stretches: readonly Stretch[], { start, end }: Stretch): Stretch[] {
  const apart = stretches.filter((each) => each.end < start || each.start > end);
  const joined = stretches.filter((each) => !apart.includes(each));
  return [
    ...apart,
    {
      start: Math.min(start, ...joined.map((each) => each.start)),
      end: Math.max(end, ...joined.map((each) => each.end)),
    },
  ];
}

/** The parts of `stretches` that lie in one of `within`. */
export const common = (stretches: readonly Stretch[], within: readonly Stretch[]): Stretch[] =>
  stretches.flatMap(({ start, end }) =>
    within
      .map((other) => ({ start: Math.max(start, other.start), end: Math.min(end, other.end) }))
      .filter((part) => part.end > part.start),
  );

/** When the last passage ends: the length of a recording whose player does not know it. */
export const lastSecond = (segments: readonly Segment[]): number =>
  segments.reduce((latest, { start = 0, end = start }) => Math.max(latest, end), 0);
