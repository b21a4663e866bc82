import { describe, expect, it } from "vitest";
import { cropRegion } from "./crop-region.ts";

const page = { width: 600, height: 800 };
const crop = (left: number, top: number, width: number, height: number) =>
  cropRegion({ bounding_box: { left, top, width, height }, page_layout: page });

describe("the region around an element", () => {
  it("contains all of a small element, marked at its place", () => {
    const { region, mark } = crop(400, 300, 60, 12) ?? expect.fail();
    const left = region.left * page.width + mark.left * region.width * page.width;
    const top = region.top * page.height + mark.top * region.height * page.height;
    expect([left, top]).toEqual([expect.closeTo(400), expect.closeTo(300)]);
    expect(mark.width * region.width * page.width).toBeCloseTo(60);
    expect(mark.height * region.height * page.height).toBeCloseTo(12);
  });

  it.each([
    [0, 0, 40, 10],
    [560, 790, 40, 10],
    [0, 0, 600, 800],
    [-5, -5, 700, 900],
  ])("stays on the page: %d %d %d %d", (...box) => {
    const { region, mark } = crop(...box) ?? expect.fail();
    for (const { left, top, width, height } of [region, mark]) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("shows the beginning of an element that is too high", () => {
    const { region, mark, ratio } = crop(50, 100, 500, 600) ?? expect.fail();
    expect(ratio).toBeGreaterThan(1.6);
    expect(region.top * page.height).toBeLessThan(100);
    expect(mark.top).toBeGreaterThan(0);
  });

  it("is undefined without a box or a page", () => {
    expect(cropRegion({ bounding_box: null, page_layout: page })).toBeUndefined();
    expect(
      cropRegion({ bounding_box: { left: 0, top: 0, width: 1, height: 1 }, page_layout: null }),
    ).toBeUndefined();
  });
});
