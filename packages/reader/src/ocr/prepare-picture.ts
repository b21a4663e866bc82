import sharp from "sharp";
import type { Box } from "../layout/page/box.ts";
import { eraseRulingLines } from "./erase-ruling-lines.ts";
import { findRulingLines, type RulingLine } from "./find-ruling-lines.ts";
import type { GreyPixels } from "./find-skew.ts";
import { liftShades } from "./lift-shades.ts";
import type { Picture } from "./picture.ts";
import type { RecognisedWord } from "./recognise-text.ts";
import { maxPixels, type StraightPicture } from "./straighten-picture.ts";

/** What Tesseract gets, and the way back from its coordinates to those of the straight picture. */
export type PreparedPicture = {
  png: Uint8Array;
  /** The pixels that the engine gets. */
  pixels: GreyPixels;
  /** Lines that were drawn in the picture, in these pixels. The engine does not see them. */
  lines: RulingLine[];
  wordToPicture(word: RecognisedWord): RecognisedWord;
  toPicture(line: Box): Box;
};

/** A picture whose shorter side has fewer pixels is enlarged. An A4 page scanned at 200 dpi is just above. */
const minShorterSide = 1_600;
/** More only costs time, and less blurs the letters without gain. The figures are in docs/decisions/ocr.md. */
const enlargement = 1.5;

/**
 * Makes a picture ready for Tesseract: grey, large enough, without lines and shades. Contrast is left alone: stretching it
 * makes thin grey letters vanish.
 */
export async function preparePicture({ picture }: StraightPicture): Promise<PreparedPicture> {
  const scale = readingScale(picture);
  const pixels = await greyPixels(await withoutGrain(picture), scale);
  const lines = findRulingLines(pixels);
  // Tesseract leaves out cells between lines.
  eraseRulingLines(pixels, lines);
  // A line between two shades would be part of them.
  liftShades(pixels);
  const { data, width, height } = pixels;
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    // Without a density, Tesseract guesses one and warns on the terminal.
    .withMetadata({ density: 225 })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
  const toPicture = (box: Box) => scaledBox(box, 1 / scale);
  const wordToPicture = (word: RecognisedWord) => ({
    ...word,
    ...toPicture(word),
    baseline: word.baseline / scale,
    letterHeight: word.letterHeight / scale,
  });
  return { png, pixels, lines, wordToPicture, toPicture };
}

/** The lines that are drawn in a picture, in its pixels. */
export async function drawnLines({ picture }: StraightPicture): Promise<Box[]> {
  const scale = readingScale(picture);
  return findRulingLines(await greyPixels(picture, scale)).map((line) => scaledBox(line, 1 / scale));
}

/** The scale at which Tesseract reads a picture best. */
function readingScale({ width, height }: Pick<Picture, "width" | "height">): number {
  const wanted = Math.min(width, height) < minShorterSide ? enlargement : 1;
  return Math.min(wanted, Math.sqrt(maxPixels / (width * height)));
}

/** Mean difference of pixels from the median around them: clean pages have less than 1, noisy ones 15. */
const maxGrain = 8;

/** Tesseract takes grain for letters, needs ten times as long, and finds nothing. */
async function withoutGrain(picture: Picture): Promise<Picture> {
  const { width, height, channels } = picture;
  const grey = () => sharp(picture.data, { raw: { width, height, channels } }).toColourspace("b-w");
  const data = await grey().raw().toBuffer();
  const smooth = await grey().median(3).raw().toBuffer();
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += Math.abs((data[at] as number) - (smooth[at] as number));
  if (sum / data.length <= maxGrain) return picture;
  const clear = await sharp(smooth, { raw: { width, height, channels: 1 } })
    .clahe({ width: 100, height: 100 })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return { data: clear, width, height, channels: 1 };
}

async function greyPixels({ data, width, height, channels }: Picture, scale: number): Promise<GreyPixels> {
  const { data: pixels, info } = await sharp(data, { raw: { width, height, channels } })
    .toColourspace("b-w")
    .resize({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      fit: "fill",
      kernel: "lanczos3",
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: pixels, width: info.width, height: info.height };
}

const scaledBox = ({ left, top, right, bottom }: Box, scale: number): Box => ({
  left: left * scale,
  top: top * scale,
  right: right * scale,
  bottom: bottom * scale,
});
