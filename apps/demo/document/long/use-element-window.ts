"use client";

import type { Element } from "@headwater/client";
import { useDocuments } from "@headwater/react-hooks";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { elementIn, type SliceFilter, sliceOptions, slicesBetween } from "./element-slice.ts";

/** Maximum number of slices that are kept at a time: 3,000 elements. What was left long ago is asked for again. */
const maxSlices = 30;

/** A list of elements that is too long to load: each element has an index, and is there when it was wanted. */
export type ElementWindow = {
  /** How many elements match. Undefined until the first answer. */
  total: number | undefined;
  /** The element at an index, from 0. Undefined while it is not loaded. */
  at(index: number): Element | undefined;
  /** Loads what is missing between two indexes, both included. */
  want(first: number, last: number): void;
  error: Error | null;
  retry(): void;
};

/** Elements to load around the one where the reader begins. */
const around = 10;

/** The elements of a document by their index, loaded a hundred at a time where they are wanted, first around `start`. */
export function useElementWindow(
  fileId: string | undefined,
  { type, q }: SliceFilter,
  start: number,
): ElementWindow {
  const { sources } = useDocuments();
  const list = JSON.stringify([fileId, type, q]);
  const [wanted, setWanted] = useState<{ list: string; slices: readonly number[] }>();
  const [from, to] = [start - around, start + around];
  const begun = useMemo(() => slicesBetween(from, to), [from, to]);
  const slices = wanted?.list === list ? wanted.slices : begun;
  const results = useQueries({
    queries: slices.map((slice) => sliceOptions(sources, fileId, { type, q }, slice)),
  });
  const pages = results.map(({ data }) => data);
  // The results are new at each render; what they hold is not.
  const loaded = useMemo(
    () => new Map(slices.flatMap((slice, index) => (pages[index] ? [[slice, pages[index].items]] : []))),
    [slices, ...padded(pages)],
  );
  const total = pages.findLast((page) => page)?.total;
  const failed = results.find(({ isError }) => isError);

  const at = useCallback((index: number) => elementIn(loaded, index), [loaded]);
  const want = useCallback(
    (first: number, last: number) =>
      setWanted((before) => {
        const kept = before?.list === list ? before.slices : begun;
        const missing = slicesBetween(first, last).filter((slice) => !kept.includes(slice));
        if (missing.length === 0 && before?.list === list) return before;
        return { list, slices: [...kept, ...missing].slice(-maxSlices) };
      }),
    [list, begun],
  );
  const error = failed?.error ?? null;
  const refetch = failed?.refetch;
  return useMemo(
    () => ({ total, at, want, error, retry: () => void refetch?.() }),
    [total, at, want, error, refetch],
  );
}

/** As many entries as there can be slices: the number of dependencies of a hook must not change. */
const padded = <Entry>(entries: readonly Entry[]): (Entry | undefined)[] =>
  Array.from({ length: maxSlices }, (_, index) => entries[index]);
