"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { type DocumentPlace, placeFrom } from "./place.ts";

/**
 * Returns the place in the address, and a function to change it. The address always contains the place, so that it can
 * be shared.
 */
export function usePlace(): DocumentPlace & { goTo(place: Partial<DocumentPlace>): void } {
  const pathname = usePathname();
  const place = placeFrom(useSearchParams());
  const goTo = useCallback(
    ({ page, element }: Partial<DocumentPlace>) => {
      const query = new URLSearchParams();
      if (page) query.set("page", String(page));
      if (element) query.set("element", element);
      // Next.js follows the browser's history. This fetches nothing.
      window.history.replaceState(null, "", query.size > 0 ? `${pathname}?${query}` : pathname);
    },
    [pathname],
  );
  return { ...place, goTo };
}
