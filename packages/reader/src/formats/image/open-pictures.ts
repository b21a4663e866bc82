import sharp from "sharp";
import { defaultLimits, type ReadingLimits } from "../../limits.ts";
import type { Picture } from "../../ocr/picture.ts";
import { ParseError } from "../../parse-error.ts";
import { openHeic } from "./open-heic.ts";
import type { Pictures } from "./pictures.ts";
import { pixelRatio } from "./pixel-shape.ts";

/**
 * Opens PNG, JPEG, TIFF, BMP and HEIC files; the content decides which it is, not the name. Throws ParseError for a
 * file of another kind, a damaged one, and one that is too large.
 */
export async function openPictures(
  bytes: Uint8Array,
  limits: ReadingLimits = defaultLimits,
): Promise<Pictures> {
  if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
  try {
    if (isBmp(bytes)) return squared(await openBmp(bytes, limits), bytes, limits);
    if (isHeic(bytes)) return await openHeic(bytes, (width, height) => assertSize(width, height, limits));
    return squared(await openWithSharp(bytes, limits), bytes, limits);
  } catch (cause) {
    throw cause instanceof ParseError ? cause : damaged(cause);
  }
}

/** Stretches pictures whose pixels are not square, such as those of a fax: their letters would be too wide to be read. */
function squared(pictures: Pictures, bytes: Uint8Array, limits: ReadingLimits): Pictures {
  return {
    count: pictures.count,
    async read(number) {
      const picture = await pictures.read(number);
      const ratio = pixelRatio(bytes, number);
      if (ratio === 1) return picture;
      const { data, channels } = picture;
      const width = Math.round(picture.width * Math.max(1, 1 / ratio));
      const height = Math.round(picture.height * Math.max(1, ratio));
      assertSize(width, height, limits);
      const stretched = await sharp(data, { raw: { width: picture.width, height: picture.height, channels } })
        .resize({ width, height, fit: "fill" })
        .raw()
        .toBuffer();
      return { data: stretched, width, height, channels };
    },
  };
}

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, Math.min(to, bytes.length) - from)).toString(
    "latin1",
  );

const isBmp = (bytes: Uint8Array) => ascii(bytes, 0, 2) === "BM";
/** Brands of ISO/IEC 23008-12. AVIF is left to sharp. */
const isHeic = (bytes: Uint8Array) =>
  ascii(bytes, 4, 8) === "ftyp" && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(ascii(bytes, 8, 12));

async function openWithSharp(bytes: Uint8Array, limits: ReadingLimits): Promise<Pictures> {
  // The limit is checked below, for an error that names the size.
  const options = { limitInputPixels: false, failOn: "error" } as const;
  const { width = 0, height = 0, pages = 1 } = await sharp(bytes, options).metadata();
  assertSize(width, height, limits);
  if (pages > limits.pages)
    throw new ParseError(
      `This image has ${pages} pages; at most ${limits.pages} are allowed. Split it and upload the parts.`,
    );
  return {
    count: pages,
    async read(number) {
      const page = sharp(bytes, {
        ...options,
        limitInputPixels: limits.pixels,
        page: number - 1,
        pages: 1,
      });
      const { data, info } = await page
        .autoOrient()
        .toColourspace("srgb")
        .raw({ depth: "uchar" })
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height, channels: info.channels as Picture["channels"] };
    },
  };
}

const bmpDepths = [1, 4, 8, 15, 16, 24, 32];

const coreHeader = 12;
const infoHeader = 40;
const fileHeader = 14;

/** A BMP of OS/2 with the header that Windows writes: sizes of four bytes, and four bytes for each colour. */
function withInfoHeader(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < fileHeader + coreHeader || view.getUint32(fileHeader, true) !== coreHeader) return bytes;
  const depth = view.getUint16(24, true);
  const pixels = view.getUint32(10, true);
  const colours = depth <= 8 ? 2 ** depth : 0;
  const start = fileHeader + infoHeader + 4 * colours;
  const converted = new Uint8Array(start + Math.max(0, bytes.length - pixels));
  const target = new DataView(converted.buffer);
  converted.set(bytes.subarray(0, fileHeader));
  target.setUint32(10, start, true);
  target.setUint32(14, infoHeader, true);
  target.setInt32(18, view.getUint16(18, true), true);
  target.setInt32(22, view.getUint16(20, true), true);
  target.setUint16(26, 1, true);
  target.setUint16(28, depth, true);
  for (let colour = 0; colour < colours; colour += 1) {
    const from = fileHeader + coreHeader + 3 * colour;
    converted.set(bytes.subarray(from, from + 3), fileHeader + infoHeader + 4 * colour);
  }
  converted.set(bytes.subarray(pixels), start);
  return converted;
}

async function openBmp(file: Uint8Array, limits: ReadingLimits): Promise<Pictures> {
  const bytes = withInfoHeader(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  assertSize(Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true)), limits);
  // The decoder makes a black picture of a depth that it does not know.
  if (!bmpDepths.includes(view.getUint16(28, true))) throw damaged(undefined);
  const { decode } = await import("bmp-ts");
  return {
    count: 1,
    async read() {
      // Its own order (ABGR): asked for RGBA, the decoder mixes up the colours of pictures of one bit.
      const { data, width, height } = decode(Buffer.from(bytes));
      const pixels = new Uint8Array(data.length);
      for (let at = 0; at < data.length; at += 4) {
        pixels[at] = data[at + 3] ?? 0;
        pixels[at + 1] = data[at + 2] ?? 0;
        pixels[at + 2] = data[at + 1] ?? 0;
        // Many programs leave the fourth byte empty, which would make the whole picture transparent.
        pixels[at + 3] = 255;
      }
      return { data: pixels, width, height: Math.abs(height), channels: 4 };
    },
  };
}

function assertSize(width: number, height: number, { pixels }: ReadingLimits): void {
  if (width > 0 && height > 0 && width * height <= pixels) return;
  throw width > 0 && height > 0
    ? new ParseError(
        `This image has ${width} × ${height} pixels; at most ${pixels / 1_000_000} million are allowed. ` +
          "Save it at a smaller size and upload it again.",
      )
    : damaged(undefined);
}

const damaged = (cause: unknown) =>
  new ParseError(
    "This image is damaged or is not a PNG, JPEG, TIFF, BMP or HEIC file. Open it in an image viewer, save it again and upload it again.",
    { cause },
  );
