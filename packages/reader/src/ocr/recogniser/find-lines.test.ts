import { expect, it } from "vitest";
import { findLines } from "./find-lines.ts";

/** A map with boxes of one value each. */
const mapOf = (width: number, height: number, boxes: [number, number, number, number, number][]) => {
  const data = new Float32Array(width * height);
  for (const [left, top, right, bottom, value] of boxes)
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) data[y * width + x] = value;
  return { data, width, height };
};

it("finds each part of a map that is connected, larger by its share of area and circumference", () => {
  const found = findLines(
    mapOf(300, 120, [
      [50, 20, 250, 30, 0.9],
      [50, 60, 150, 70, 0.6],
    ]),
  );
  expect(found).toHaveLength(2);
  const grown = (1.6 * 200 * 10) / (2 * 210);
  expect(found[0]?.left).toBeCloseTo(50 - grown);
  expect(found[0]?.bottom).toBeCloseTo(30 + grown);
});

it("keeps to the map, and leaves out specks and what is unsure on average", () => {
  expect(
    findLines(
      mapOf(200, 100, [
        [0, 0, 200, 8, 0.9],
        [20, 50, 22, 60, 0.9],
        [50, 50, 150, 60, 0.4],
      ]),
    ),
  ).toEqual([{ left: 0, top: 0, right: 200, bottom: expect.closeTo(8 + (1.6 * 1600) / 416) }]);
});
