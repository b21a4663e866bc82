import type { Crop } from "./crop-region.ts";
import { quietRow } from "./quiet-row.ts";

/** How far an edge may move to a place between two lines, as a share of the page's height: a line and a half. */
const reach = 1 / 32;

/** Moves the upper and the lower edge of a crop to where they cut through no line. */
export function cutBetweenLines(crop: Crop, image: HTMLImageElement): Crop {
  const { region, mark } = crop;
  const { naturalWidth, naturalHeight } = image;
  const canvas = document.createElement("canvas");
  const left = Math.floor(region.left * naturalWidth);
  const width = Math.min(naturalWidth - left, Math.ceil(region.width * naturalWidth));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || width < 2 || naturalHeight < 2) return crop;
  canvas.width = width;
  canvas.height = naturalHeight;
  context.drawImage(image, left, 0, width, naturalHeight, 0, 0, width, naturalHeight);
  const pixels = context.getImageData(0, 0, width, naturalHeight);
  const markTop = region.top + mark.top * region.height;
  const markBottom = markTop + mark.height * region.height;
  const bottom = region.top + region.height;
  const row = (wanted: number, from: number, to: number) =>
    quietRow(pixels, wanted * naturalHeight, from * naturalHeight, to * naturalHeight) / naturalHeight;
  // What is marked stays whole, unless it is higher than the crop.
  const newTop =
    region.top <= 0 ? 0 : row(region.top, region.top - reach, Math.min(markTop, region.top + reach));
  const newBottom =
    bottom >= 1
      ? 1
      : row(
          bottom,
          markBottom <= bottom ? Math.max(markBottom, bottom - reach) : bottom - reach,
          bottom + reach,
        );
  const height = newBottom - newTop;
  if (height <= 0) return crop;
  const top = Math.max(0, (markTop - newTop) / height);
  return {
    region: { ...region, top: newTop, height },
    mark: { ...mark, top, height: Math.min(1 - top, (markBottom - newTop) / height - top) },
    ratio: crop.ratio * (region.height / height),
  };
}
