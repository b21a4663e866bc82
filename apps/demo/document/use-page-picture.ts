"use client";

import { isApiError } from "@headwater/client";
import { useState } from "react";
import { type PageImageResult, usePageImage } from "../facsimile/use-page-image.ts";

/** Width of a page image in pixels: twice its width on the page, for dense displays. */
export const maxWidth = 1232;

/** The largest picture of the service, for a page that is shown larger than the room. */
const largest = 1600;

type Options = {
  /** Whether this source may have pictures at all. */
  mayShow: boolean;
  /** Whether the page is shown larger than the room. */
  isLarge: boolean;
};

export type PagePicture = {
  image: PageImageResult;
  /** Whether the service has said that there is no picture of this page. */
  isMissing: boolean;
};

/** The picture of a page. */
export function usePagePicture(fileId: string, page: number, { mayShow, isLarge }: Options): PagePicture {
  const image = usePageImage(fileId, page, { maxWidth: isLarge ? largest : maxWidth, enabled: mayShow });
  const isMissing = useStanding(isApiError(image.error, 404), image.isPending, `${fileId} ${page}`);
  return { image, isMissing };
}

/**
 * Keeps what was known about a page while it is asked for again. Otherwise the text in place of a missing picture would
 * disappear and come back.
 */
function useStanding(isMissing: boolean, isPending: boolean, page: string): boolean {
  const [known, setKnown] = useState({ page, isMissing });
  const current = isPending && known.page === page ? known.isMissing : isMissing;
  if (known.page !== page || known.isMissing !== current) setKnown({ page, isMissing: current });
  return current;
}
