import type { Element } from "@headwater/client";

/** Where an element's box is drawn; lengths in percent of the page, ready for `style`. */
export type BoxPlace = {
  /** `element_id`, or the element's place in the list when it has none. */
  id: string;
  element: Element;
  left: string;
  top: string;
  width: string;
  height: string;
  /** Smaller boxes lie above the larger ones they may stand in. */
  zIndex: number;
};

/**
 * Boxes of the elements that have one, in the order given. `bounding_box` and `page_layout` are in the same unit (points,
 * origin top left), so that their quotient fits an image of any size. What sticks out of the page is cut off.
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

/** Start and length in percent of the whole, cut off at its ends; exact to a fifth of a pixel on a page of 1,600. */
function span(start: number, length: number, whole: number): [number, number] {
  const share = (value: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000) / 100;
  return [share(start), Math.round((share(start + length) - share(start)) * 100) / 100];
}
