import sharp from "sharp";
import type { SeenPicture } from "./vision.ts";

type Pixels = { data: Uint8Array; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** Models scale larger pictures down; each pixel more costs time and money. */
const maxSide = 2_000;

/** Raw pixels as PNG on white, at most 2,000 pixels on each side. */
export async function encodePicture({ data, width, height, channels }: Pixels): Promise<SeenPicture> {
  const { data: png, info } = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: "white" })
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true });
  return { png, width: info.width, height: info.height };
}

/** An embedded picture (PNG, JPEG …) as PNG, or null when it can't be read or is too small to show anything. */
export async function encodeEmbedded(bytes: Uint8Array): Promise<SeenPicture | null> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 50_000_000 })
      .flatten({ background: "white" })
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .png({ compressionLevel: 6 })
      .toBuffer({ resolveWithObject: true });
    return Math.min(info.width, info.height) < 32
      ? null
      : { png: data, width: info.width, height: info.height };
  } catch {
    // Damaged or of a kind that sharp does not decode: nothing to describe.
    return null;
  }
}
