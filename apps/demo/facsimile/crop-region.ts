import type { Element } from "@headwater/client";

export type Rectangle = { left: number; top: number; width: number; height: number };
/**
 * Positions are shares of the page's width and height, 0 to 1. `mark` is in shares of the region. `ratio` is width
 * divided by height.
 */
export type Crop = { region: Rectangle; mark: Rectangle; ratio: number };

const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/**
 * The part of a page that shows an element: with some of its surroundings, wide enough to recognise the place on the
 * page, and with a height of at most `maxHeightRatio` times its width. Undefined without a box or a page size.
 */
export function cropRegion(
  { bounding_box: box, page_layout: page }: Pick<Element, "bounding_box" | "page_layout">,
  { minWidthRatio = 0.55, maxHeightRatio = 0.62 }: { minWidthRatio?: number; maxHeightRatio?: number } = {},
): Crop | undefined {
  if (!box || !page?.width || !page.height || box.width <= 0 || box.height <= 0) return undefined;
  // A line of text is about 1/50 of a page. Show this much above and below.
  const air = page.height / 45;
  const width = clamp(box.width + 2 * air, page.width * minWidthRatio, page.width);
  const height = clamp(box.height + 2 * air, width * 0.16, Math.min(width * maxHeightRatio, page.height));
  const left = clamp(box.left + box.width / 2 - width / 2, 0, page.width - width);
  const above = box.height + 2 * air > height ? air / 2 : (height - box.height) / 2;
  const top = clamp(box.top - above, 0, page.height - height);
  const markLeft = clamp(box.left, left, left + width);
  const markTop = clamp(box.top, top, top + height);
  return {
    region: {
      left: left / page.width,
      top: top / page.height,
      width: width / page.width,
      height: height / page.height,
    },
    mark: {
      left: (markLeft - left) / width,
      top: (markTop - top) / height,
      width: (clamp(box.left + box.width, left, left + width) - markLeft) / width,
      height: (clamp(box.top + box.height, top, top + height) - markTop) / height,
    },
    ratio: width / height,
  };
}
