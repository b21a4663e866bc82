"use client";

import { elementsOptions, useDocuments } from "@headwater/react-hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { pageImageOptions } from "../facsimile/page-image.ts";
import { pageFilter } from "./all-elements.ts";

type Page = { fileId: string; page: number; pageCount: number; maxWidth: number };

/** Loads the next and the previous page in advance, so that turning a page is instant. */
export function useNeighbours({ fileId, page, pageCount, maxWidth }: Page, isWanted: boolean): void {
  const { sources } = useDocuments();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    for (const neighbour of [page + 1, page - 1]) {
      if (neighbour < 1 || neighbour > pageCount) continue;
      void queryClient.prefetchQuery(pageImageOptions(sources, { fileId, page: neighbour, maxWidth }));
      void queryClient.prefetchInfiniteQuery(elementsOptions(sources, fileId, pageFilter(neighbour)));
    }
  }, [isWanted, sources, queryClient, fileId, page, pageCount, maxWidth]);
}
