import { expect, it } from "vitest";
import { readingLine } from "./reading-line.ts";

const line = (offset: number, end: number) => readingLine({ offset, height: 900, covered: 100, end });

it("is in the upper part of the window", () => {
  expect(line(5_000, 20_000)).toBe(5_000 + 100 + 240);
});

it("moves down to the last line at the end of the text", () => {
  expect(line(19_100, 20_000)).toBe(19_999);
  expect(line(19_500, 20_000)).toBe(20_399);
});

it("passes every line of a text that is little longer than the window", () => {
  expect([0, 100, 200].map((offset) => line(offset, 1_100))).toEqual([100, 600, 1_099]);
});

it("stays at the beginning of a text that the window holds whole", () => {
  expect(line(0, 500)).toBe(100);
});

it("never goes back while the text goes on", () => {
  const lines = Array.from({ length: 200 }, (_, index) => line(index * 100, 20_000));
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
});
