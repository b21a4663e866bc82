import { expect, it } from "vitest";
import { preparePicture } from "./prepare-picture.ts";

const side = 200;

/** A grey page with a black bar, and so many of its pixels black or white by chance (always the same). */
async function prepared(share: number): Promise<number[]> {
  const data = new Uint8Array(side * side).fill(150);
  data.fill(0, 90 * side, 110 * side);
  let seed = 7;
  for (let at = 0; at < data.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const chance = seed / 2_147_483_648;
    if (chance < share) data[at] = chance < share / 2 ? 0 : 255;
  }
  const picture = { data, width: side, height: side, channels: 1 } as const;
  const { pixels } = await preparePicture({ picture, skew: 0, toOriginal: (box) => box });
  return [...pixels.data];
}

/** Pixels that differ much from the one before. */
const specks = (pixels: number[]) =>
  pixels.filter((value, at) => at > 0 && Math.abs(value - (pixels[at - 1] ?? 0)) > 60).length;

it("takes the grain out of a noisy page before Tesseract sees it", async () => {
  expect(specks(await prepared(0.2))).toBeLessThan(0.02 * side * side);
});

it("leaves a page alone that has a few specks, which may be points of letters", async () => {
  expect(specks(await prepared(0.01))).toBeGreaterThan(100);
});
