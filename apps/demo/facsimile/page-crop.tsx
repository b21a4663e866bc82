"use client";

import { useElements, usePageScreenshot } from "@headwater/react-hooks";
import type { CSSProperties } from "react";
import type { Box } from "../evidence/box-text.ts";
import { useAbilities } from "../shell/abilities.ts";
import { cropRegion, type Rectangle } from "./crop-region.ts";

type Properties = {
  fileId: string;
  page: number;
  elementId: string;
  /** Around the words of the element that are meant. Without it the whole element is marked. */
  box?: Box | null | undefined;
  /** Alternative text of the picture. */
  alt: string;
  maxHeightRatio?: number;
};

/** Width of the picture. It is readable when half of a page fills a sidenote on a dense screen. */
const pictureWidth = 1200;

/**
 * Shows the highlighted place of an element, or of words in it, on its page. Shows nothing when the source has no page images or the
 * element has no place: then the quoted words must be enough.
 */
export function PageCrop({ fileId, page, elementId, box, alt, maxHeightRatio }: Properties) {
  const { can } = useAbilities();
  const canShow = can("screenshots");
  const { elements, isPending } = useElements(canShow ? fileId : undefined, {
    element_ids: [elementId],
    suppress_img_base64: true,
    pageSize: 1,
  });
  const [element] = elements;
  const crop =
    element &&
    cropRegion(
      { bounding_box: box ?? element.bounding_box ?? null, page_layout: element.page_layout ?? null },
      maxHeightRatio === undefined ? {} : { maxHeightRatio },
    );
  const picture = usePageScreenshot(fileId, element?.page_number ?? page, {
    maxWidth: pictureWidth,
    enabled: canShow && crop !== undefined,
  });
  if (!canShow) return null;
  if (isPending || (crop && picture.isPending))
    return <span className="wait small">Reading page {page}</span>;
  if (!crop || !picture.src) return null;
  const { region, mark } = crop;
  const image: CSSProperties = {
    width: percent(1 / region.width),
    left: percent(-region.left / region.width),
    top: percent(-region.top / region.height),
  };
  return (
    <span className="crop" style={{ aspectRatio: crop.ratio }}>
      <img src={picture.src} alt={alt} style={image} />
      <i style={placed(mark)} />
    </span>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

const placed = ({ left, top, width, height }: Rectangle): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});
