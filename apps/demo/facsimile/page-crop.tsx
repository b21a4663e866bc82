"use client";

import { useElements, usePageScreenshot } from "@headwater/react-hooks";
import type { CSSProperties } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { cropRegion, type Rectangle } from "./crop-region.ts";

type Properties = {
  fileId: string;
  page: number;
  elementId: string;
  /** What the picture shows. */
  alt: string;
  tallest?: number;
};

/** Wide enough to be read when half of a page fills a sidenote on a dense screen. */
const pictureWidth = 1200;

/**
 * The place of an element as it looks on its page, marked. Nothing where the source has no pages to show, or the element
 * no place on them: the words it is quoted with stand by themselves.
 */
export function PageCrop({ fileId, page, elementId, alt, tallest }: Properties) {
  const { can } = useAbilities();
  const canShow = can("screenshots");
  const { elements, isPending } = useElements(canShow ? fileId : undefined, {
    element_ids: [elementId],
    suppress_img_base64: true,
    pageSize: 1,
  });
  const [element] = elements;
  const crop = element && cropRegion(element, tallest === undefined ? {} : { tallest });
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
