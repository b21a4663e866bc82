import { type ElementFilter, type SourcesClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import type { Loads } from "../loads.ts";
import { loadPagesOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** Which elements to load, and how many at once. */
export type ElementsFilter = ElementFilter & {
  /** Elements per request, 1 to 100. Default 100. */
  pageSize?: number | undefined;
};

/** The query of a source's elements, in document order, page by page. */
export function elementsOptions(
  client: SourcesClient,
  fileId: string,
  filter?: ElementsFilter,
): Loads<ReturnType<typeof optionsOf>>;
/** Without a source the query waits. */
export function elementsOptions(
  client: SourcesClient,
  fileId: string | undefined,
  filter?: ElementsFilter,
): ReturnType<typeof optionsOf>;
export function elementsOptions(...parameters: Parameters<typeof optionsOf>) {
  return optionsOf(...parameters);
}

function optionsOf(client: SourcesClient, fileId: string | undefined, filter: ElementsFilter = {}) {
  const { pageSize = 100, ...query } = filter;
  return loadPagesOptions({
    queryKey: documentsKeys.elements(client, fileId, { ...query, pageSize }),
    queryFn:
      fileId === undefined
        ? skipToken
        : ({ pageParam: page, signal }) =>
            unwrap(
              client.GET("/get-elements", {
                params: { query: { ...asSent(query), file_id: fileId, page, page_size: pageSize } },
                signal,
              }),
            ),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < (total_pages ?? 1) ? page + 1 : undefined),
    retry: false,
  });
}
