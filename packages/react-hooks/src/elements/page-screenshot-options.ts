import { type SourcesClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import type { Loads } from "../loads.ts";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** One hour: the service allows caching the picture for this time (contract, "screenshot caching"). */
const freshMs = 3_600_000;

/** The query of a page's picture. */
export function pageScreenshotOptions(
  client: SourcesClient,
  fileId: string,
  pageNumber: number,
  maxWidth?: number,
): Loads<ReturnType<typeof optionsOf>>;
/** Without a source or a page the query waits. */
export function pageScreenshotOptions(
  client: SourcesClient,
  fileId: string | undefined,
  pageNumber: number | undefined,
  maxWidth?: number,
): ReturnType<typeof optionsOf>;
export function pageScreenshotOptions(...parameters: Parameters<typeof optionsOf>) {
  return optionsOf(...parameters);
}

const optionsOf = (
  client: SourcesClient,
  fileId: string | undefined,
  pageNumber: number | undefined,
  maxWidth?: number,
) =>
  loadOptions({
    queryKey: documentsKeys.screenshot(client, fileId, pageNumber, maxWidth),
    queryFn:
      fileId === undefined || pageNumber === undefined
        ? skipToken
        : ({ signal }) =>
            unwrap(
              client.GET("/{file_id}/pages/{page_number}/screenshot", {
                params: {
                  path: { file_id: fileId, page_number: pageNumber },
                  query: maxWidth === undefined ? {} : { max_width: maxWidth },
                },
                signal,
              }),
            ),
    staleTime: freshMs,
    retry: false,
  });
