import type { Box } from "../page/box.ts";
import type { Draft } from "./block-element.ts";

/** Logos are in this share of the height at the top and bottom of a page. */
const marginShare = 0.15;

/** Drops the pictures of headers and footers that an earlier page has at the same place. The first one stays. */
export function createLogoFilter() {
  const seen = new Set<string>();
  return (drafts: readonly Draft[], pageHeight: number): Draft[] =>
    drafts.filter(({ type, box }) => {
      if (type !== "Image" || !isInMargin(box, pageHeight)) return true;
      const place = [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
      if (seen.has(place)) return false;
      seen.add(place);
      return true;
    });
}

const isInMargin = ({ top, bottom }: Box, height: number) =>
  bottom < marginShare * height || top > (1 - marginShare) * height;
