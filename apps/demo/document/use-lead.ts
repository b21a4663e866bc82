"use client";

import { useCallback, useMemo, useState } from "react";
import type { DocumentPlace } from "./place.ts";

type Lead = Pick<DocumentPlace, "page" | "element">;

/**
 * Tells where the address leads the text from where the text has led the address: a page that the reader scrolled to is
 * put into the address, but the text already is there.
 */
export function useLead({ page, element }: Lead, isPaged: boolean) {
  const [followed, setFollowed] = useState<number>();
  const isFollowed = element === undefined && page !== undefined && page === followed;
  const led = isPaged && !isFollowed ? page : undefined;
  const lead: Lead = useMemo(() => ({ page: led, element }), [led, element]);
  const forget = useCallback(() => setFollowed(undefined), []);
  return { lead, follow: setFollowed, forget };
}
