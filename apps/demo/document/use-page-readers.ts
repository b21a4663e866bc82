"use client";

import { type ElementPage, unwrap } from "@headwater/client";
import { documentsKeys, useDocuments } from "@headwater/react-hooks";
import { skipToken, useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { readerWord } from "./page-reading.ts";

/** Pages that are asked about at a time. */
const pagesPerGroup = 5;
/** Elements of a group that are looked at. A page beyond them has no word. */
const pageSize = 100;

/** How pages were read, in a word each: asked for the pages that were looked at. */
export function usePageReaders(fileId: string, isAsked: boolean) {
  const { sources } = useDocuments();
  const [groups, setGroups] = useState<readonly number[]>([]);
  const results = useQueries({
    queries: groups.map((group) => ({
      queryKey: [...documentsKeys.elements(sources, fileId), "readers", group],
      queryFn: isAsked
        ? async ({ signal }: { signal: AbortSignal }): Promise<Map<number, string>> => {
            const pages = Array.from(
              { length: pagesPerGroup },
              (_, index) => group * pagesPerGroup + index + 1,
            );
            const query = { file_id: fileId, page_numbers: pages, page: 1, page_size: pageSize };
            const found = await unwrap(
              sources.GET("/get-elements", {
                params: { query: { ...query, suppress_img_base64: true } },
                signal,
              }),
            );
            return new Map(pages.map((page) => [page, wordOf(found, page)]));
          }
        : skipToken,
      retry: false,
    })),
  });
  const look = useCallback((page: number) => {
    const group = groupOf(page);
    setGroups((before) => (before.includes(group) ? before : [...before, group]));
  }, []);
  const readerOf = (page: number): string => results[groups.indexOf(groupOf(page))]?.data?.get(page) ?? "";
  return { readerOf, look };
}

const groupOf = (page: number): number => Math.floor((page - 1) / pagesPerGroup);

const wordOf = ({ items }: ElementPage, page: number): string =>
  readerWord(items.filter(({ page_number }) => page_number === page));
