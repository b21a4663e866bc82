"use client";

import { useElements } from "@headwater/react-hooks";
import type { DocumentPlace } from "./place.ts";

/** The page that the address leads to. The service is asked for it when the address contains only an element. */
export function usePageOf(fileId: string, { page, element }: DocumentPlace): number | undefined {
  const isAsked = page === undefined && element !== undefined;
  const { elements } = useElements(isAsked ? fileId : undefined, {
    element_ids: isAsked ? [element] : [],
    suppress_img_base64: true,
    pageSize: 1,
  });
  return page ?? elements[0]?.page_number ?? undefined;
}
