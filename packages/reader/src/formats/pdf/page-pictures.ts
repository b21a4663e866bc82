import type { BoundingBox } from "../../element.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import type { PagePixels, PdfDocument } from "./pdf-document.ts";

/** 144 dpi: small print in a chart stays readable. */
const pixelsPerPoint = 2;
/** Longer documents of pictures keep the first ones. The others keep their place only. */
const maxPictures = 300;
const quality = 80;

/** Most pages have no more pictures than these. To draw their places alone costs less than the whole page. */
const drawnAlone = 3;

/** Pictures of pages as they look. From the fourth one of a page on they are cut out of the whole page, drawn once. */
export function createPagePictures(document: Pick<PdfDocument, "renderPage">) {
  const keep = imageAllowance();
  let taken = 0;
  let onPage = { pageNumber: 0, pictures: 0 };
  let drawn: { pageNumber: number; pixels: PagePixels } | undefined;
  return async (pageNumber: number, box: BoundingBox): Promise<string | undefined> => {
    if (taken >= maxPictures || box.width <= 0 || box.height <= 0) return undefined;
    taken += 1;
    if (onPage.pageNumber !== pageNumber) onPage = { pageNumber, pictures: 0 };
    onPage.pictures += 1;
    if (onPage.pictures <= drawnAlone)
      return jpeg(await document.renderPage(pageNumber, pixelsPerPoint, box));
    if (drawn?.pageNumber !== pageNumber)
      drawn = { pageNumber, pixels: await document.renderPage(pageNumber, pixelsPerPoint) };
    return jpeg(drawn.pixels, box);
  };

  async function jpeg(pixels: PagePixels, box?: BoundingBox): Promise<string | undefined> {
    // It brings an image library of some 15 MB, which PDFs without pictures never need.
    const { default: sharp } = await import("sharp");
    const { data, width, height, channels, pixelsPerPoint: scale } = pixels;
    const picture = sharp(data, { raw: { width, height, channels } });
    if (box) {
      const left = Math.max(0, Math.floor(box.left * scale));
      const top = Math.max(0, Math.floor(box.top * scale));
      const right = Math.min(width, Math.ceil((box.left + box.width) * scale));
      const bottom = Math.min(height, Math.ceil((box.top + box.height) * scale));
      if (right <= left || bottom <= top) return undefined;
      picture.extract({ left, top, width: right - left, height: bottom - top });
    }
    return keep(await picture.removeAlpha().jpeg({ quality }).toBuffer());
  }
}
