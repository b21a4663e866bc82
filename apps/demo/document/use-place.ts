"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { placeQuery } from "../shell/addresses.ts";
import { type DocumentPlace, placeFrom } from "./place.ts";

/** The place in the address at this moment. What is drawn may be behind it, when keys follow each other fast. */
export const placeNow = (): DocumentPlace => placeFrom(new URLSearchParams(window.location.search));

/**
 * Returns the place in the address, and a function to change it. The address always contains the place, so that it can
 * be shared.
 */
export function usePlace(): DocumentPlace & { goTo(place: Partial<DocumentPlace>): void } {
  const pathname = usePathname();
  const place = placeFrom(useSearchParams());
  const goTo = useCallback(
    (place: Partial<DocumentPlace>) => {
      const query = placeQuery(place);
      // Next.js follows the browser's history. This fetches nothing.
      window.history.replaceState(null, "", query.size > 0 ? `${pathname}?${query}` : pathname);
    },
    [pathname],
  );
  return { ...place, goTo };
}
