import type { Element } from "@headwater/client";
import { describe, expect, it } from "vitest";
import { placedAt, ticksOf, untilNext } from "./line-marks.ts";
import {
  common,
  currentIndex,
  lastSecond,
  type Stretch,
  saidStretches,
  segmentsOf,
  withStretch,
} from "./segments.ts";

const element = (metadata: Record<string, unknown>): Element => ({ text: "x", metadata });
const said = (start_seconds: number, end_seconds?: number) =>
  element({ start_seconds, ...(end_seconds === undefined ? {} : { end_seconds }) });
const chapter = (start_seconds: number) => element({ start_seconds, kind: "chapter" });

describe("the segment that is heard", () => {
  const segments = segmentsOf([element({}), chapter(0), said(2, 4), chapter(9), said(9, 12), said(12)]);

  it.each([
    [0, -1],
    [2, 2],
    [8, 2],
    [9, 4],
    [11.97, 5],
    [500, 5],
  ])("at second %d is number %d: never a chapter, and in a pause the one before it", (second, index) => {
    expect(currentIndex(segments, second)).toBe(index);
  });

  it("ends with the last passage", () => {
    expect(lastSecond(segments)).toBe(12);
    expect(lastSecond([])).toBe(0);
  });
});

describe("the line of time", () => {
  it("has gaps where there is a pause that can be seen", () => {
    const segments = segmentsOf([chapter(0), said(0, 10), said(10.5, 20), said(60, 70)]);
    expect(saidStretches(segments, 100)).toEqual([
      { start: 0, end: 20 },
      { start: 60, end: 70 },
    ]);
    // Three seconds of an hour would be less than a pixel.
    expect(saidStretches(segmentsOf([said(0, 10), said(13, 20)]), 3600)).toEqual([{ start: 0, end: 20 }]);
  });

  it("lets a passage without an end last until the next one, and none longer than the recording", () => {
    expect(saidStretches(segmentsOf([said(0), said(10)]), 15)).toEqual([{ start: 0, end: 15 }]);
    expect(saidStretches(segmentsOf([said(0, 99)]), 15)).toEqual([{ start: 0, end: 15 }]);
  });

  it("joins what was heard in pieces", () => {
    const pieces = [
      [10, 11],
      [11, 12],
      [40, 41],
      [9.5, 10.5],
    ].map(([start = 0, end = 0]) => ({ start, end }));
    const heard = pieces.reduce<Stretch[]>(withStretch, []);
    expect(heard).toEqual([
      { start: 40, end: 41 },
      { start: 9.5, end: 12 },
    ]);
  });

  it("shows what was heard of what was said", () => {
    const heard = [{ start: 5, end: 65 }];
    expect(
      common(
        [
          { start: 0, end: 20 },
          { start: 60, end: 70 },
        ],
        heard,
      ),
    ).toEqual([
      { start: 5, end: 20 },
      { start: 60, end: 65 },
    ]);
  });

  it("has a handful of round times, away from the one that is shown and from the end", () => {
    expect(ticksOf(2892, 0)).toEqual([600, 1200, 1800, 2400]);
    expect(ticksOf(2892, 1241)).toEqual([600, 1800, 2400]);
    expect(ticksOf(12, -1)).toEqual([5, 10].filter((tick) => 12 - tick > 2.5));
    expect(ticksOf(100_000, -1).length).toBeLessThan(7);
  });

  it("keeps the name of a chapter before the next one", () => {
    expect(untilNext([{ start: 0 }, { start: 40 }], 100)).toEqual([
      { start: 0, end: 40 },
      { start: 40, end: 100 },
    ]);
    expect(placedAt({ start: 25, end: 75 }, 100)).toEqual({ "--at": "25.000%", "--len": "50.000%" });
    expect(placedAt({ start: 200 }, 100)).toEqual({ "--at": "100.000%" });
  });
});
