import sharp from "sharp";
import { findSkew } from "./find-skew.ts";
import type { RecognisedWord } from "./recognise-text.ts";

/** A decoded picture: raw pixels as sharp takes them. */
export type Picture = { data: Uint8Array; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** What the engine gets, and the way back from its coordinates to those of the picture. */
export type PreparedPicture = { png: Uint8Array; toPicture(word: RecognisedWord): RecognisedWord };

/** A picture whose shorter side has fewer pixels is enlarged. An A4 page scanned at 200 dpi is just above. */
const minShorterSide = 1_600;
/** More only costs time, and less blurs the letters without gain. The figures are in docs/decisions/ocr.md. */
const enlargement = 1.5;
const maxPixels = 25_000_000;
const skewWidth = 500;

/** The scale at which the engine reads a picture best. */
export function readingScale({ width, height }: Pick<Picture, "width" | "height">): number {
  const wanted = Math.min(width, height) < minShorterSide ? enlargement : 1;
  return Math.min(wanted, Math.sqrt(maxPixels / (width * height)));
}

/**
 * Makes a picture ready to be read: grey, straight, large enough. Contrast is left alone: stretching it makes thin grey
 * letters vanish.
 */
export async function preparePicture(picture: Picture): Promise<PreparedPicture> {
  const { data, width, height, channels } = picture;
  // Transparent parts are shown on white.
  const grey = () =>
    sharp(data, { raw: { width, height, channels } }).flatten({ background: "white" }).toColourspace("b-w");
  const small = await grey()
    .resize({ width: skewWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const skew = findSkew({ data: small.data, width: small.info.width, height: small.info.height });
  const scale = readingScale(picture);
  const scaled = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  let image = grey().resize({ ...scaled, fit: "fill", kernel: "lanczos3" });
  // sharp rotates before it resizes, so the turned picture is made from the finished one.
  if (skew !== 0) {
    const { data: flat, info } = await image.raw().toBuffer({ resolveWithObject: true });
    image = sharp(flat, { raw: { width: info.width, height: info.height, channels: 1 } }).rotate(-skew, {
      background: "white",
    });
  }
  const { data: png, info } = await image
    .toColourspace("b-w")
    // Without a density, Tesseract guesses one and warns on the terminal.
    .withMetadata({ density: 225 })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png, toPicture: (word) => turnBack(word, { skew, scale, from: info, to: scaled }) };
}

type Turn = {
  skew: number;
  scale: number;
  from: { width: number; height: number };
  to: { width: number; height: number };
};

/** Moves a word's box back around the middle of the picture. The box stays upright and keeps its size. */
function turnBack(word: RecognisedWord, { skew, scale, from, to }: Turn): RecognisedWord {
  const angle = (skew * Math.PI) / 180;
  const x = (word.left + word.right) / 2 - from.width / 2;
  const y = (word.top + word.bottom) / 2 - from.height / 2;
  const middleX = x * Math.cos(angle) - y * Math.sin(angle) + to.width / 2;
  const middleY = x * Math.sin(angle) + y * Math.cos(angle) + to.height / 2;
  const halfWidth = (word.right - word.left) / 2;
  const halfHeight = (word.bottom - word.top) / 2;
  return {
    ...word,
    left: (middleX - halfWidth) / scale,
    right: (middleX + halfWidth) / scale,
    top: (middleY - halfHeight) / scale,
    bottom: (middleY + halfHeight) / scale,
    baseline: (middleY - halfHeight + word.baseline - word.top) / scale,
    letterHeight: word.letterHeight / scale,
  };
}
