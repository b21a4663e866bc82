"use client";

import { unwrap } from "@headwater/client";
import { documentsKeys, useDocuments } from "@headwater/react-hooks";
import type { RunCase } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";

const pageSize = 100;
/** A test set has at most 1,000 questions. */
const maxPages = 10;

/** All questions of a run. It waits while the id is undefined. A run never changes. */
export function useRunQuestions(flowName: string, runId: string | undefined): UseQueryResult<RunCase[]> {
  const flow = useDocuments().flow(flowName);
  return useQuery({
    queryKey: [...documentsKeys.runCases(flow, runId), "all"],
    queryFn: async ({ signal }) => {
      const all: RunCase[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page++) {
        const params = { path: { run_id: runId ?? "" }, query: { page, page_size: pageSize } };
        const { cases, total_pages } = await unwrap(flow.GET("/runs/{run_id}/cases", { params, signal }));
        all.push(...cases);
        pages = total_pages;
      }
      return all;
    },
    enabled: runId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
