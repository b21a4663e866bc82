import sharp from "sharp";
import type { Box } from "../layout/page/box.ts";
import { turnBox } from "../layout/page/turn-box.ts";
import { findSkew } from "./find-skew.ts";
import type { Picture } from "./picture.ts";

/** A picture of three channels whose lines of text are level, and the way back to the one it was made of. */
export type StraightPicture = {
  picture: Picture;
  /** By how many degrees (clockwise) lines of text slope in the picture as it was. */
  skew: number;
  /** Moves a box back; it stays upright. */
  toOriginal<T extends Box>(box: T): T;
};

/** A larger picture is reduced: it needs 3 bytes a pixel several times. A page of A3 at 300 dpi has 17 million. */
export const maxPixels = 25_000_000;
const skewWidth = 500;

/** Puts a picture straight. Transparent parts are shown on white. */
export async function straightenPicture(original: Picture): Promise<StraightPicture> {
  const { data, width, height, channels } = original;
  const shown = () => sharp(data, { raw: { width, height, channels } }).flatten({ background: "white" });
  const small = await shown()
    .toColourspace("b-w")
    .resize({ width: skewWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const skew = findSkew({ data: small.data, width: small.info.width, height: small.info.height });
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const flat = await shown()
    .toColourspace("srgb")
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer();
  if (skew === 0 && scale === 1)
    return { picture: { data: flat, width, height, channels: 3 }, skew, toOriginal: (box) => box };
  const { data: turned, info } = await sharp(flat, { raw: { ...size, channels: 3 } })
    .rotate(-skew, { background: "white" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The turned picture is larger, around the same middle.
  const [x, y] = [(info.width - size.width) / 2, (info.height - size.height) / 2];
  const toOriginal = <T extends Box>(box: T): T => {
    const moved = {
      ...box,
      left: box.left - x,
      right: box.right - x,
      top: box.top - y,
      bottom: box.bottom - y,
    };
    const back = turnBox(moved, skew, size);
    return {
      ...back,
      left: back.left / scale,
      right: back.right / scale,
      top: back.top / scale,
      bottom: back.bottom / scale,
    };
  };
  return { picture: { data: turned, width: info.width, height: info.height, channels: 3 }, skew, toOriginal };
}
