import sharp from "sharp";
import { expect, it } from "vitest";
import { scan } from "../../testing/fixtures/picture.ts";
import { findSkew } from "./find-skew.ts";

async function skewOf(turned: number, items: Parameters<typeof scan>[0]) {
  const { data, info } = await sharp(await scan(items))
    .rotate(turned, { background: "white" })
    .resize({ width: 500 })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return findSkew({ data, width: info.width, height: info.height });
}

const lines = Array.from({ length: 12 }, (_, row) => ({
  text: "Lines of running text as they stand on every page of a book",
  x: 72,
  y: 100 + row * 24,
  size: 14,
}));

it.each([-4, -1.5, 2, 3.5])("finds that lines slope by %s degrees", async (angle) => {
  expect(Math.abs((await skewOf(angle, lines)) - angle)).toBeLessThanOrEqual(0.5);
});

it("finds none on a straight page, and none on an empty one", async () => {
  expect(await skewOf(0, lines)).toBe(0);
  expect(await skewOf(0, [])).toBe(0);
});
