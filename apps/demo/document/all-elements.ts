"use client";

import type { ElementFilter } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { useEffect } from "react";

/** Elements of one request; the service's most. */
const pageSize = 100;

const always = { suppress_img_base64: true, pageSize };

/** The elements of one page of a document. */
export const pageFilter = (page: number) => ({ page_numbers: [page], ...always });

/** The elements that match, loaded request after request until there are no more while `isWanted`. */
export function useAllElements(fileId: string | undefined, filter: ElementFilter, isWanted = true) {
  const query = useElements(fileId, { ...filter, ...always });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
  return { ...query, isComplete: query.isSuccess && !hasNextPage };
}
