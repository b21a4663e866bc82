import type { Element } from "@headwater/client";

/** Where the name of a box is shown: in the page's left margin, or inside the box when that margin is too narrow. */
export type BoxTag = { left: string; top: string; isWithin: boolean };

/** Share of the page's width that a name needs: about 80 px on a page of 616. */
const roomForName = 0.13;

export function boxTag({
  bounding_box: box,
  page_layout: page,
}: Pick<Element, "bounding_box" | "page_layout">): BoxTag | undefined {
  if (!box || !page?.width || !page.height) return undefined;
  const left = box.left / page.width;
  return {
    left: `${(100 * left).toFixed(2)}%`,
    top: `${(100 * Math.max(0, box.top / page.height)).toFixed(2)}%`,
    isWithin: left < roomForName,
  };
}
