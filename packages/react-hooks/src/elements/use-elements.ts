"use client";
import type { Element, ElementPage } from "@headwater/client";
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseSuspenseInfiniteQueryResult,
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { extendedResult } from "../provider/extended-result.ts";
import { useDocuments } from "../provider/use-documents.ts";
import { loadedOf, type Select, selectBeside, selectedOf } from "../query/beside.ts";
import type { InfiniteHookOptions } from "../query/query-hook-options.ts";
import { withGiven } from "../query/with-given.ts";
import { type ElementsFilter, elementsOptions } from "./elements-options.ts";

type Pages = InfiniteData<ElementPage>;

type Elements = {
  /** The elements of all pages that are loaded, whatever `select` does. */
  elements: Element[];
  /** How many elements there are. Undefined until the first page is loaded. */
  total: number | undefined;
};

/** What `useElements` returns: an infinite query, and the elements of its pages. */
export type UseElementsResult<Selected = Pages> = UseInfiniteQueryResult<Selected> & Elements;

/** What `useSuspenseElements` returns. */
export type UseSuspenseElementsResult<Selected = Pages> = UseSuspenseInfiniteQueryResult<Selected> & Elements;

/** The options of TanStack Query that `useElements` takes. */
export type UseElementsOptions<Selected = Pages> = InfiniteHookOptions<ElementPage, Selected>;

/**
 * Loads the elements of a source. `fetchNextPage` loads more while `hasNextPage`.
 *
 * @example const { elements, hasNextPage, fetchNextPage } = useElements(fileId, { type: "Table" });
 */
export function useElements<Selected>(
  fileId: string | undefined,
  filter: ElementsFilter | undefined,
  options: UseElementsOptions<Selected> & { select: (pages: Pages) => Selected },
): UseElementsResult<Selected>;
export function useElements(
  fileId: string | undefined,
  filter?: ElementsFilter,
  options?: UseElementsOptions,
): UseElementsResult;
export function useElements(
  fileId: string | undefined,
  filter?: ElementsFilter,
  options: { select?: Select | undefined } = {},
): UseElementsResult<never> {
  const own = elementsOptions(useDocuments().sources, fileId, filter);
  const given = { ...options, ...selectBeside(options.select) };
  const result = useInfiniteQuery(withGiven(own, given) as never);
  return useWithElements(result, options.select) as UseElementsResult<never>;
}

/** `useElements` in the form that suspends until the first page is loaded. */
export function useSuspenseElements<Selected = Pages>(
  fileId: string,
  filter?: ElementsFilter,
  options: Omit<UseElementsOptions<Selected>, "enabled" | "throwOnError" | "placeholderData"> = {},
): UseSuspenseElementsResult<Selected> {
  const own = elementsOptions(useDocuments().sources, fileId, filter);
  const given = { ...options, ...selectBeside(options.select) };
  const result = useSuspenseInfiniteQuery(withGiven(own, given) as never);
  return useWithElements(result, options.select) as UseSuspenseElementsResult<Selected>;
}

function useWithElements(
  result: UseInfiniteQueryResult<unknown> | UseSuspenseInfiniteQueryResult<unknown>,
  select: Select | undefined,
) {
  const pages = loadedOf<Pages>(result.data, select)?.pages;
  const elements = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const total = pages?.at(-1)?.total;
  return extendedResult(result, { data: selectedOf(result.data, select), elements, total });
}
