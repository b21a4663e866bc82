import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../testing/fixtures/pdf.ts";
import { createPageRenderer, pictureSize } from "./page-renderer.ts";

const renderer = createPageRenderer();
const document = makePdf([
  { items: [{ text: "Black on white", x: 72, y: 100, size: 40, font: "bold" }] },
  { rotate: 90, items: [{ box: [10, 10, 100, 100] }] },
]);

describe("page pictures", () => {
  it("keep the page's proportions and the maximum width", async () => {
    const image = await renderer.render(document, 1, 306);
    expect(image).toMatchObject({ width: 306, height: 396 });
    const { data, info } = await sharp(image?.png).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([306, 396]);
    expect([data[0], data[1], data[2]]).toEqual([255, 255, 255]);
    expect(data.some((value) => value < 60)).toBe(true);
  });

  it("show rotated pages as displayed", async () => {
    const image = await renderer.render(document, 2, 792);
    expect(image).toMatchObject({ width: 792, height: 612 });
  });

  it.each([false, true])(
    "show what is filled into a form (fields without a look of their own: %s)",
    async (bare) => {
      const field = { x: 100, y: 100, width: 200, height: 30, value: "WWWWWWWW", bare };
      const darkest = async (fields: (typeof field & { hidden?: boolean })[]) => {
        const image = await renderer.render(makePdf([{ items: [], fields }]), 1, 612);
        const { data } = await sharp(image?.png).raw().toBuffer({ resolveWithObject: true });
        return Math.min(...data.subarray(100 * 612 * 3, 130 * 612 * 3));
      };
      expect(await darkest([field])).toBeLessThan(100);
      expect(await darkest([{ ...field, hidden: true }])).toBe(255);
    },
  );

  it("leave nothing behind in the image library", async () => {
    await renderer.render(document, 1, 306);
    expect(sharp.cache()).toMatchObject({ memory: { current: 0 }, items: { current: 0 } });
  });

  it("are null when the page does not exist", async () => {
    expect(await renderer.render(document, 0, 900)).toBeNull();
    expect(await renderer.render(document, 3, 900)).toBeNull();
    expect(await renderer.render(document, 1.5, 900)).toBeNull();
  });

  it("are never made from a damaged file", async () => {
    await expect(renderer.render(new Uint8Array([1, 2, 3]), 1, 900)).rejects.toThrow(/can't be read/);
  });

  it("have at most 1,600 pixels of width and 20 million in all, whatever the page's size", () => {
    expect(pictureSize(612, 792, 9_000)).toEqual({ width: 1600, height: 2071 });
    for (const [width, height] of [
      [612, 3e9],
      [3e9, 612],
      [0, 0],
      [Number.NaN, 5],
    ] as const) {
      const size = pictureSize(width, height, 1600);
      expect(size.width).toBeGreaterThanOrEqual(1);
      expect(size.height).toBeGreaterThanOrEqual(1);
      expect(size.width * size.height).toBeLessThanOrEqual(20_000_000);
    }
  });
});
