"use client";

import type { Element } from "@headwater/client";
import { type CSSProperties, useEffect, useRef } from "react";
import type { Box } from "../evidence/box-text.ts";

type Properties = {
  box: Box;
  pageLayout: Element["page_layout"];
  /** Changes when the page becomes visible on a phone. */
  occasion: string;
};

/** Marks the words that a citation or a value came from, and brings them into view. */
export function QuotedWords({ box, pageLayout, occasion }: Properties) {
  const mark = useRef<HTMLElement>(null);
  const place = placeOnPage(box, pageLayout);
  const sought = place && `${occasion} ${place.left} ${place.top}`;
  useEffect(() => {
    if (sought === undefined) return;
    const { top, bottom } = mark.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (top < 0 || bottom > window.innerHeight) mark.current?.scrollIntoView({ block: "center" });
  }, [sought]);
  return place ? <i className="quoted-words" ref={mark} style={place} aria-hidden="true" /> : null;
}

/** Box and page have the same unit, so their quotient fits a picture of any size. */
function placeOnPage(box: Box, page: Element["page_layout"]): CSSProperties | undefined {
  if (!page?.width || !page.height) return undefined;
  const percent = (length: number, whole: number) => `${((100 * length) / whole).toFixed(3)}%`;
  return {
    left: percent(box.left, page.width),
    top: percent(box.top, page.height),
    width: percent(box.width, page.width),
    height: percent(box.height, page.height),
  };
}
