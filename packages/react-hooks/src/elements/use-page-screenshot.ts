"use client";
import type { PageScreenshot } from "@headwater/client";
import {
  type UseQueryResult,
  type UseSuspenseQueryResult,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { extendedResult } from "../provider/extended-result.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { loadedOf, type Select, selectBeside, selectedOf } from "../query/beside.ts";
import type { QueryHookOptions, SuspenseHookOptions } from "../query/query-hook-options.ts";
import { withGiven } from "../query/with-given.ts";
import { pageScreenshotOptions } from "./page-screenshot-options.ts";

type Picture<Source> = {
  /** The picture as a `data:` URL, ready for an `<img>`. */
  src: Source;
};

/** What `usePageScreenshot` returns: a query, and the picture as an address. */
export type UsePageScreenshotResult<Selected = PageScreenshot> = UseQueryResult<Selected> &
  Picture<string | undefined>;

/** What `useSuspensePageScreenshot` returns. */
export type UseSuspensePageScreenshotResult<Selected = PageScreenshot> = UseSuspenseQueryResult<Selected> &
  Picture<string>;

type Size = {
  /** Pixels, 300 to 1,600. Default: the service's, 900. */
  maxWidth?: number | undefined;
};

/** The size of the picture, and the options of TanStack Query. */
export type PageScreenshotOptions<Selected = PageScreenshot> = Size &
  QueryHookOptions<PageScreenshot, Selected>;

/**
 * Loads the picture of a page and keeps it for an hour. Text sources have no pictures: the service answers 404.
 *
 * @example const { src } = usePageScreenshot(fileId, citation.page_number);
 */
export function usePageScreenshot<Selected>(
  fileId: string | undefined,
  pageNumber: number | undefined,
  options: PageScreenshotOptions<Selected> & { select: (picture: PageScreenshot) => Selected },
): UsePageScreenshotResult<Selected>;
export function usePageScreenshot(
  fileId: string | undefined,
  pageNumber: number | undefined,
  options?: PageScreenshotOptions,
): UsePageScreenshotResult;
export function usePageScreenshot(
  fileId: string | undefined,
  pageNumber: number | undefined,
  { maxWidth, ...options }: Size & { select?: Select | undefined } = {},
): UsePageScreenshotResult<never> {
  const own = pageScreenshotOptions(useDocuments().sources, fileId, pageNumber, maxWidth);
  const given = { ...options, ...selectBeside(options.select) };
  const result = useQuery(withGiven(own, given) as never);
  return useWithSource(result, options.select) as UsePageScreenshotResult<never>;
}

/** `usePageScreenshot` in the form that suspends. */
export function useSuspensePageScreenshot<Selected = PageScreenshot>(
  fileId: string,
  pageNumber: number,
  { maxWidth, ...options }: Size & SuspenseHookOptions<PageScreenshot, Selected> = {},
): UseSuspensePageScreenshotResult<Selected> {
  const own = pageScreenshotOptions(useDocuments().sources, fileId, pageNumber, maxWidth);
  const given = { ...options, ...selectBeside(options.select) };
  const result = useSuspenseQuery(withGiven(own, given) as never);
  return useWithSource(result, options.select) as UseSuspensePageScreenshotResult<Selected>;
}

function useWithSource(
  result: UseQueryResult<unknown> | UseSuspenseQueryResult<unknown>,
  select: Select | undefined,
) {
  const picture = loadedOf<PageScreenshot>(result.data, select);
  // Make the URL once for each picture: it may be a megabyte of text.
  const src = useMemo(
    () => picture && `data:${picture.mime_type ?? "image/png"};base64,${picture.image_base64}`,
    [picture],
  );
  return extendedResult(result, { data: selectedOf(result.data, select), src });
}
