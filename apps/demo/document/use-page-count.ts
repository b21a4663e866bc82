"use client";

import type { Source } from "@headwater/client";
import { usePageScreenshot } from "@headwater/react-hooks";
import { useAbilities } from "../shell/abilities.ts";
import { isLaidOut, mayHavePages, pictureCount } from "./pictured.ts";

/** The smallest picture of the service: where only the facts beside it count. */
const smallest = 300;

export type PageCount = {
  /** Whether this source may have pictures at all. */
  mayShow: boolean;
  pageCount: number;
  /** Whether the text names the same pages as the pictures. */
  isPaged: boolean;
  /** Whether a page in the address is one of the text. */
  isTextPaged: boolean;
};

/** How many pages there are pictures of, and whether the text counts them as the pictures do. */
export function usePageCount(source: Source): PageCount {
  const { file_id: fileId, total_pages: readPages } = source;
  const { can } = useAbilities();
  const mayShow = mayHavePages(source, can);
  const isOffice = isLaidOut(source);
  // Only a picture says how many pages a word processor makes.
  const first = usePageScreenshot(fileId, 1, { maxWidth: smallest, enabled: mayShow && isOffice });
  const pageCount = isOffice ? (pictureCount(first.data) ?? 1) : (readPages ?? 1);
  const isPaged = !isOffice || (first.isSuccess && pageCount === readPages);
  return { mayShow, pageCount, isPaged, isTextPaged: isPaged || !mayShow || first.isError };
}
