"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { type DocumentPlace, placeFrom } from "./place.ts";

/** The place in the address, and a way to go to another one: the address says where one is, so that it can be passed on. */
export function usePlace(): DocumentPlace & { goTo(place: Partial<DocumentPlace>): void } {
  const pathname = usePathname();
  const place = placeFrom(useSearchParams());
  const goTo = useCallback(
    ({ page, element }: Partial<DocumentPlace>) => {
      const query = new URLSearchParams();
      if (page) query.set("page", String(page));
      if (element) query.set("element", element);
      // Next.js follows the browser's own history; nothing is fetched for it.
      window.history.replaceState(null, "", query.size > 0 ? `${pathname}?${query}` : pathname);
    },
    [pathname],
  );
  return { ...place, goTo };
}
