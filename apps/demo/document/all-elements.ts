"use client";

import type { ElementFilter } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { useEffect } from "react";

/** Elements of one request: the maximum of the service. */
const pageSize = 100;

const always = { suppress_img_base64: true, pageSize };

/** Loads the elements of one page of a document. */
export const pageFilter = (page: number) => ({ page_numbers: [page], ...always });

/** Loads all matching elements, request after request, while `isWanted`. */
export function useAllElements(fileId: string | undefined, filter: ElementFilter, isWanted = true) {
  const query = useElements(fileId, { ...filter, ...always });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
  return { ...query, isComplete: query.isSuccess && !hasNextPage };
}
