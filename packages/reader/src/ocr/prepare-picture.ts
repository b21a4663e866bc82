import sharp from "sharp";
import type { Box } from "../layout/box.ts";
import { turnBox } from "../layout/turn-box.ts";
import { eraseRulingLines } from "./erase-ruling-lines.ts";
import { findRulingLines, type RulingLine } from "./find-ruling-lines.ts";
import { findSkew, type GreyPixels } from "./find-skew.ts";
import { liftShades } from "./lift-shades.ts";
import type { RecognisedWord } from "./recognise-text.ts";

/** A decoded picture: raw pixels as sharp takes them. */
export type Picture = { data: Uint8Array; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** What the engine gets, and the way back from its coordinates to those of the picture. */
export type PreparedPicture = {
  png: Uint8Array;
  /** The pixels that the engine gets. */
  pixels: GreyPixels;
  /** Lines that were drawn in the picture, in these pixels. The engine does not see them. */
  lines: RulingLine[];
  /** By how many degrees (clockwise) lines of text slope in the picture. In these pixels they are straight. */
  skew: number;
  wordToPicture(word: RecognisedWord): RecognisedWord;
  lineToPicture(line: Box): Box;
};

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
  const { data: prepared, info } = await image
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: prepared, width: info.width, height: info.height };
  const lines = showTextOnly(pixels);
  const png = await sharp(prepared, { raw: { width: info.width, height: info.height, channels: 1 } })
    // Without a density, Tesseract guesses one and warns on the terminal.
    .withMetadata({ density: 225 })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
  const turn = { skew, scale, from: info, to: scaled };
  return {
    png,
    pixels,
    lines,
    skew,
    wordToPicture: (word) => turnBackWord(word, turn),
    lineToPicture: (line) => turnBack(line, turn),
  };
}

/** Takes away the lines and shades of tables: the engine leaves out cells between them. Answers the lines. */
function showTextOnly(pixels: GreyPixels): RulingLine[] {
  const lines = findRulingLines(pixels);
  eraseRulingLines(pixels, lines);
  // A line between two shades would be part of them.
  liftShades(pixels);
  return lines;
}

type Turn = {
  skew: number;
  scale: number;
  from: { width: number; height: number };
  to: { width: number; height: number };
};

function turnBack({ left, top, right, bottom }: Box, { skew, scale, from, to }: Turn): Box {
  // The turned picture is larger, around the same middle.
  const [x, y] = [(to.width - from.width) / 2, (to.height - from.height) / 2];
  const turned = turnBox({ left: left + x, top: top + y, right: right + x, bottom: bottom + y }, skew, to);
  return {
    left: turned.left / scale,
    right: turned.right / scale,
    top: turned.top / scale,
    bottom: turned.bottom / scale,
  };
}

function turnBackWord(word: RecognisedWord, turn: Turn): RecognisedWord {
  const box = turnBack(word, turn);
  return {
    ...word,
    ...box,
    baseline: box.top + (word.baseline - word.top) / turn.scale,
    letterHeight: word.letterHeight / turn.scale,
  };
}
