"use client";
import type { PageScreenshot } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { extendedResult } from "../provider/extended-result.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { pageScreenshotOptions } from "./page-screenshot-options.ts";

export type UsePageScreenshotResult = UseQueryResult<PageScreenshot> & {
  /** The picture as a `data:` URL, ready for an `<img>`. */
  src: string | undefined;
};

export type PageScreenshotOptions = {
  /** Pixels, 300 to 1,600. Default: the service's, 900. */
  maxWidth?: number | undefined;
  enabled?: boolean | undefined;
};

/**
 * Loads the picture of a page and keeps it for an hour. Text sources have no pictures: the service answers 404.
 *
 * @example const { src } = usePageScreenshot(fileId, citation.page_number);
 */
export function usePageScreenshot(
  fileId: string | undefined,
  pageNumber: number | undefined,
  { maxWidth, enabled = true }: PageScreenshotOptions = {},
): UsePageScreenshotResult {
  const { sources } = useDocuments();
  const result = useQuery({ ...pageScreenshotOptions(sources, fileId, pageNumber, maxWidth), enabled });
  const { data } = result;
  // Make the URL once for each picture: it may be a megabyte of text.
  const src = useMemo(
    () => data && `data:${data.mime_type ?? "image/png"};base64,${data.image_base64}`,
    [data],
  );
  return extendedResult(result, { src }) as UsePageScreenshotResult;
}
