import type { Element } from "@headwater/client";

/** Where to draw an element's box. Lengths are percent of the page, ready for `style`. */
export type BoxPlace = {
  /** `element_id`, or the position in the list when the element has no id. */
  id: string;
  element: Element;
  left: string;
  top: string;
  width: string;
  height: string;
  /** Smaller boxes are above larger ones, because they may be inside them. */
  zIndex: number;
};

/**
 * Places the boxes of the elements that have one, in the given order. `bounding_box` and `page_layout` have the same
 * unit (points, origin top left), so their quotient fits an image of any size. Parts outside the page are cut off.
 */
export function boxPlaces(elements: readonly Element[]): BoxPlace[] {
  return elements.flatMap((element, index) => {
    const { bounding_box: box, page_layout: page, element_id } = element;
    if (!box || !page?.width || !page.height) return [];
    const [left, width] = span(box.left, box.width, page.width);
    const [top, height] = span(box.top, box.height, page.height);
    const zIndex = Math.round(10_000 - width * height);
    const place = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%`, zIndex };
    return [{ id: element_id ?? `#${index}`, element, ...place }];
  });
}

/**
 * Start and length in percent of the whole, cut off at its ends. The rounding error is at most a fifth of a pixel on a
 * page of 1,600.
 */
function span(start: number, length: number, whole: number): [number, number] {
  const share = (value: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000) / 100;
  return [share(start), Math.round((share(start + length) - share(start)) * 100) / 100];
}
