import type { Element as WireElement } from "@headwater/spec";
import type { BoundingBox, Element } from "../../elements/element.ts";
import { mediaTypes } from "./media-types.ts";

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
    bounding_box: boundingBox ?? null,
    page_layout: pageLayout ?? null,
    page_annotation: null,
    page_keywords: null,
    page_topics: null,
    metadata: presentMetadata(element, fileName),
  };
}

/** The metadata keys that clients of this API know, before whatever the parser added. */
export function presentMetadata(element: Element, fileName: string): WireElement["metadata"] {
  const { boundingBox, html, metadata } = element;
  const filetype = mediaTypes[fileName.split(".").pop()?.toLowerCase() ?? ""];
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

const corners = ({ left, top, width, height }: BoundingBox): number[][] => [
  [left, top],
  [left, top + height],
  [left + width, top + height],
  [left + width, top],
];
