"use client";

import type { Element } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { useEffect } from "react";

/** Maximum number of places along the rail. A reader looks at no more. */
const maxPlaces = 500;

export type Places = { places: readonly Element[]; total: number | undefined; error: Error | null };

const none: readonly Element[] = [];

/** The elements of a document whose text contains the words, found by the service. */
export function usePlaces(fileId: string, words: string): Places {
  const isAsked = words !== "";
  const query = useElements(isAsked ? fileId : undefined, {
    ...(isAsked ? { q: words } : {}),
    suppress_img_base64: true,
  });
  const { elements, total, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isMore = isAsked && hasNextPage && elements.length < maxPlaces;
  useEffect(() => {
    if (isMore && !isFetching && !isError) void fetchNextPage();
  }, [isMore, isFetching, isError, fetchNextPage]);
  return isAsked
    ? { places: elements, total, error: query.error }
    : { places: none, total: undefined, error: null };
}
