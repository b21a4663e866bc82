"use client";
import type { Element, ElementPage } from "@headwater/client";
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { extendedResult } from "../provider/extended-result.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { type ElementsFilter, elementsOptions } from "./elements-options.ts";

export type UseElementsResult = UseInfiniteQueryResult<InfiniteData<ElementPage>> & {
  /** The elements of all pages that are loaded. */
  elements: Element[];
  /** How many elements there are. Undefined until the first page is loaded. */
  total: number | undefined;
};

/**
 * Loads the elements of a source. `fetchNextPage` loads more while `hasNextPage`.
 *
 * @example const { elements, hasNextPage, fetchNextPage } = useElements(fileId, { type: "Table" });
 */
export function useElements(fileId: string | undefined, filter?: ElementsFilter): UseElementsResult {
  const result = useInfiniteQuery(elementsOptions(useDocuments().sources, fileId, filter));
  const pages = result.data?.pages;
  const elements = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const total = pages?.at(-1)?.total;
  return extendedResult(result, { elements, total }) as UseElementsResult;
}
