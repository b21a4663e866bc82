import sharp from "sharp";
import type { PageImage } from "../../page-image.ts";
import { openPictures } from "./open-pictures.ts";

/** The first bytes of PNG, JPEG, TIFF (both byte orders), BMP and HEIC. */
const signatures = [/^\x89PNG/, /^\xff\xd8\xff/, /^II[*+]\0/, /^MM\0[*+]/, /^BM/, /^.{4}ftyp/s];

/** Whether bytes look like one of the images that can be rendered. */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.byteLength)).toString(
    "latin1",
  );
  return signatures.some((signature) => signature.test(start));
}

/** A picture of an image file as PNG, at most `maxWidth` wide, never enlarged. Null when it has no such page. */
export async function renderPicture(
  bytes: Uint8Array,
  pageNumber: number,
  maxWidth: number,
): Promise<PageImage | null> {
  const pictures = await openPictures(bytes);
  if (!Number.isInteger(pageNumber) || pageNumber < 1 || pageNumber > pictures.count) return null;
  const { data, width, height, channels } = await pictures.read(pageNumber);
  const { data: png, info } = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: "white" })
    .resize({ width: maxWidth, withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true });
  return { png, width: info.width, height: info.height, pageCount: pictures.count };
}
