"use client";

import { isApiError, type Source } from "@headwater/client";
import { type UsePageScreenshotResult, usePageScreenshot } from "@headwater/react-hooks";
import { useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { isLaidOut, mayHavePages, pictureCount } from "./pictured.ts";
import type { DocumentPlace } from "./place.ts";

/** Width of a page image in pixels: twice its width on the page, for dense displays. */
export const maxWidth = 1232;

export type PagePicture = {
  /** Whether this source may have pictures at all. */
  mayShow: boolean;
  image: UsePageScreenshotResult;
  page: number;
  pageCount: number;
  /** Whether the text names the same pages as the pictures. */
  isPaged: boolean;
  /** Whether the service has said that there is no picture of this page. */
  isMissing: boolean;
};

/** The picture of the page in the address. `sought` is the page of an element that the address names without a page. */
export function usePagePicture(
  source: Source,
  place: Pick<DocumentPlace, "page" | "element">,
  sought: number | undefined,
): PagePicture {
  const { file_id: fileId, total_pages: readPages } = source;
  const { can } = useAbilities();
  const mayShow = mayHavePages(source, can);
  const isOffice = isLaidOut(source);
  // Only a picture tells how many pages a word processor makes.
  const first = usePageScreenshot(fileId, 1, { maxWidth, enabled: mayShow && isOffice });
  const count = isOffice ? (pictureCount(first.data) ?? 1) : (readPages ?? 1);
  const isPaged = !isOffice || (first.isSuccess && count === readPages);
  const wanted = isPaged || place.element === undefined ? (place.page ?? sought) : undefined;
  const page = Math.min(wanted ?? 1, count);
  const image = usePageScreenshot(fileId, page, { maxWidth, enabled: mayShow });
  const isMissing = useStanding(isApiError(image.error, 404), image.isPending, `${fileId} ${page}`);
  return { mayShow, image, page, pageCount: count, isPaged, isMissing };
}

/**
 * Keeps what was known about a page while it is asked for again. Otherwise what stands in the place of a missing picture
 * would come and go.
 */
function useStanding(isMissing: boolean, isPending: boolean, page: string): boolean {
  const [known, setKnown] = useState({ page, isMissing });
  const current = isPending && known.page === page ? known.isMissing : isMissing;
  if (known.page !== page || known.isMissing !== current) setKnown({ page, isMissing: current });
  return current;
}
