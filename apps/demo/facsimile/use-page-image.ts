"use client";

import { useDocuments } from "@headwater/react-hooks";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type PageImage, pageImageOptions } from "./page-image.ts";

export type PageImageResult = UseQueryResult<PageImage>;

/** Loads the picture of a page, at most `maxWidth` pixels wide. */
export function usePageImage(
  fileId: string,
  page: number,
  { maxWidth, enabled = true }: { maxWidth: number; enabled?: boolean },
): PageImageResult {
  const { sources } = useDocuments();
  return useQuery({ ...pageImageOptions(sources, { fileId, page, maxWidth }), enabled });
}
