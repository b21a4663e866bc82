"use client";

import { useCallback, useMemo, useState } from "react";
import type { DocumentPlace } from "./place.ts";

type Lead = Pick<DocumentPlace, "page" | "element">;

type Followed = {
  /** The page that the reader scrolled to, and the one that the address named before. */
  pages: readonly (number | undefined)[];
  /** The page that the text was led to before the reader scrolled. */
  origin: number | undefined;
};

/**
 * Distinguishes where the address leads the text from where the text has led the address: a page that the reader scrolled to is
 * put into the address, but the text already is there. `origin` is the page that the text was led to last.
 */
export function useLead({ page, element }: Lead, isPaged: boolean) {
  const [followed, setFollowed] = useState<Followed>();
  // The address may change some renders after `follow`. Until then the page that it still names leads nowhere either.
  const isFollowed = element === undefined && page !== undefined && followed?.pages.includes(page) === true;
  const led = isPaged && !isFollowed ? page : undefined;
  const origin = isFollowed ? followed?.origin : led;
  const lead: Lead = useMemo(() => ({ page: led, element }), [led, element]);
  const follow = useCallback(
    (scrolled: number) => setFollowed({ pages: [scrolled, page], origin }),
    [page, origin],
  );
  const forget = useCallback(() => setFollowed(undefined), []);
  return { lead, origin, follow, forget };
}
