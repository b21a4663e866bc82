"use client";

import { useElements } from "@headwater/react-hooks";
import type { DocumentPlace } from "./place.ts";

/** Asks the service for the page of an element when the address contains only the element. */
export function usePageOf(fileId: string, { page, element }: DocumentPlace): number | undefined {
  const isAsked = page === undefined && element !== undefined;
  const { elements } = useElements(isAsked ? fileId : undefined, {
    element_ids: isAsked ? [element] : [],
    suppress_img_base64: true,
  });
  return elements[0]?.page_number ?? undefined;
}
