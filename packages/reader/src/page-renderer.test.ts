import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makePdf } from "../testing/fixtures/pdf.ts";
import { createPageRenderer } from "./page-renderer.ts";

const renderer = createPageRenderer();
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0 } } });

describe("pictures of pages", () => {
  it("are made of PDFs", async () => {
    const pdf = makePdf([{ items: [{ text: "A page", x: 72, y: 72 }] }]);
    expect(await renderer.render(pdf, 1, 306)).toMatchObject({ width: 306, height: 396 });
  });

  it("are made of images, with what is transparent on white, and never enlarged", async () => {
    const png = await picture(500, 250).png().toBuffer();
    const shown = await renderer.render(png, 1, 300);
    expect(shown).toMatchObject({ width: 300, height: 150 });
    const { data } = await sharp(shown?.png).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data[1], data[2]]).toEqual([255, 255, 255]);
    expect(await renderer.render(png, 1, 900)).toMatchObject({ width: 500, height: 250 });
  });

  it("are none for pages that are not there", async () => {
    const jpeg = await picture(50, 50).jpeg().toBuffer();
    for (const page of [0, 2, 1.5]) expect(await renderer.render(jpeg, page, 300)).toBeNull();
  });
});
