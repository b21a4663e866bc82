"use client";

import { useElements } from "@headwater/react-hooks";
import { type CSSProperties, useState } from "react";
import type { Box } from "../evidence/box-text.ts";
import { useAbilities } from "../shell/abilities.ts";
import { type Crop, cropRegion, type Rectangle } from "./crop-region.ts";
import { cutBetweenLines } from "./cut-between-lines.ts";
import { usePageImage } from "./use-page-image.ts";

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
  const picture = usePageImage(fileId, element?.page_number ?? page, {
    maxWidth: pictureWidth,
    enabled: canShow && crop !== undefined,
  });
  if (!canShow) return null;
  if (isPending || (crop && picture.isPending))
    return <span className="wait small">Reading page {page}</span>;
  if (!crop || !picture.data) return null;
  const { src } = picture.data;
  return <Cut key={`${src} ${JSON.stringify(crop.region)}`} src={src} alt={alt} crop={crop} />;
}

/** The part of the picture. Its edges are found when the picture is there: they cut through no line of text. */
function Cut({ src, alt, crop }: { src: string; alt: string; crop: Crop }) {
  const [cut, setCut] = useState<Crop>();
  const { region, mark, ratio } = cut ?? crop;
  const image: CSSProperties = {
    width: percent(1 / region.width),
    left: percent(-region.left / region.width),
    top: percent(-region.top / region.height),
    visibility: cut ? undefined : "hidden",
  };
  return (
    <span className="crop" style={{ aspectRatio: ratio }}>
      <img
        src={src}
        alt={alt}
        style={image}
        onLoad={({ currentTarget }) => setCut(cutBetweenLines(crop, currentTarget))}
      />
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
