import { formatOf } from "@headwater/reader";
import type { Element as WireElement } from "@headwater/spec";
import type { BoundingBox, Element } from "../../elements/element.ts";

export type ElementContext = { fileName: string; withImages: boolean };

/** An element as the contract spells it; `img_base64` is left out when suppressed. */
export function presentElement(element: Element, { fileName, withImages }: ElementContext): WireElement {
  const { boundingBox, pageLayout, html } = element;
  return {
    element_id: element.elementId,
    element_type: element.type,
    text: element.text,
    markdown: element.markdown ?? null,
    html: html ?? null,
    ...(withImages ? { img_base64: element.imageBase64 ?? null } : {}),
    position: element.position,
    page_number: element.pageNumber,
    bounding_box: boundingBox ? rounded(boundingBox) : null,
    page_layout: pageLayout ? rounded(pageLayout) : null,
    page_annotation: element.pageAnnotation ?? null,
    page_keywords: element.pageKeywords ? [...element.pageKeywords] : null,
    page_topics: element.pageTopics ? [...element.pageTopics] : null,
    metadata: presentMetadata(element, fileName),
  };
}

/** The metadata keys that clients of this API know. They come before the keys that the parser added. */
export function presentMetadata(element: Element, fileName: string): WireElement["metadata"] {
  const { boundingBox, html, metadata } = element;
  const filetype = formatOf(fileName.split(".").pop()?.toLowerCase() ?? "")?.mediaType;
  return {
    ...metadata,
    filename: fileName,
    ...(filetype === undefined ? {} : { filetype }),
    page_number: element.pageNumber,
    element_type: element.type,
    ...(html === undefined ? {} : { text_as_html: html }),
    ...(boundingBox === undefined ? {} : { coordinates: { points: corners(boundingBox) } }),
  };
}

const corners = ({ left, top, width, height }: BoundingBox): number[][] => {
  const right = round(left + width);
  const bottom = round(top + height);
  return [
    [round(left), round(top)],
    [round(left), bottom],
    [right, bottom],
    [right, round(top)],
  ];
};

/** Rounds to a hundredth of a point, which is finer than any screen shows. */
const round = (points: number): number => Math.round(points * 100) / 100;

export const rounded = <Sizes extends Record<string, number>>(sizes: Sizes): Sizes =>
  Object.fromEntries(Object.entries(sizes).map(([name, points]) => [name, round(points)])) as Sizes;
