import { type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Loads } from "../loads.ts";
import { documentsKeys } from "../query-keys.ts";

/** As long as the service lets the picture be cached (contract, "screenshot caching"): one hour. */
const freshMs = 3_600_000;

/** The picture of a page. */
export function pageScreenshotOptions(
  client: SourcesClient,
  fileId: string,
  pageNumber: number,
  maxWidth?: number,
): Loads<ReturnType<typeof optionsOf>>;
/** Without a source or a page: waits. */
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
  queryOptions({
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
