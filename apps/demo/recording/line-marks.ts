import type { CSSProperties } from "react";
import type { Stretch } from "./segments.ts";

/** Seconds between two times on the line. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];

/** Number of times along a line, roughly. */
const wanted = 5;

/** The times that are under the line, besides its ends, away from the second that is shown there. */
export function ticksOf(duration: number, second: number): number[] {
  const step = steps.find((each) => duration / each <= wanted) ?? Math.ceil(duration / wanted);
  const count = Math.floor(duration / step);
  return Array.from({ length: count }, (_, index) => (index + 1) * step).filter(
    (tick) => duration - tick > step / 2 && Math.abs(tick - second) > duration * clearance,
  );
}

/** Share of the line that a time needs beside another one. */
export const clearance = 0.05;

/** Where a second is on the line, and how much of it a stretch takes. */
export const placedAt = (
  { start, end }: { start: number; end?: number | undefined },
  duration: number,
): CSSProperties => ({
  ...({ "--at": percent(start / duration) } as CSSProperties),
  ...(end === undefined ? {} : ({ "--len": percent((end - start) / duration) } as CSSProperties)),
});

const percent = (share: number) => `${(100 * Math.max(0, Math.min(1, share))).toFixed(3)}%`;

/** Chapters with the stretch until the next one: their names must not cover each other. */
export const untilNext = <Begun extends { start: number }>(
  begun: readonly Begun[],
  duration: number,
): (Begun & Stretch)[] =>
  begun.map((each, index) => ({ ...each, end: Math.max(each.start, begun[index + 1]?.start ?? duration) }));
