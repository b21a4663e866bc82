"use client";

import type { Build, Source } from "@headwater/client";
import { useDocuments } from "@headwater/react-hooks";
import { useQueries } from "@tanstack/react-query";
import { sliceOptions, sliceSize } from "./long/element-slice.ts";
import { pageSummary } from "./page-summary.ts";

/** Documents with more elements than this are not loaded only to count their pages. */
const maxElements = 500;

const slices = Array.from({ length: Math.ceil(maxElements / sliceSize) }, (_, slice) => slice);

/**
 * How the pages of a PDF were read, in words. Undefined where it is not known: other files don't say it, and of a long one
 * not all elements are loaded. The reader shares what is loaded here.
 */
export function usePageSummary(source: Source, build: Build | undefined): string | undefined {
  const { sources } = useDocuments();
  const { file_id: fileId, total_pages: pageCount } = source;
  const isPdf = source.file_source === "local file" && source.file_type.toLowerCase() === "pdf";
  const count = build?.status === "Completed" ? (build.total_partitions ?? undefined) : undefined;
  const isAsked = isPdf && count !== undefined && count <= maxElements;
  const wanted = isAsked ? slices.slice(0, Math.ceil(count / sliceSize)) : [];
  const results = useQueries({
    queries: wanted.map((slice) => sliceOptions(sources, fileId, {}, slice)),
  });
  if (!pageCount || !isAsked || results.some(({ isSuccess }) => !isSuccess)) return undefined;
  const elements = results.flatMap(({ data }) => data?.items ?? []);
  // What was read again meanwhile is another text.
  if (elements.length !== results[0]?.data?.total) return undefined;
  return pageSummary({ elements, pageCount, failedPages: build?.failed_pages ?? [] });
}
