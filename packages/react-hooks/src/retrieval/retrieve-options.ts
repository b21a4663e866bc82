import { type SourcesClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { isPending } from "../is-pending.ts";
import type { Loads } from "../loads.ts";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys, type Retrieval } from "../query-keys.ts";

/**
 * The query of the chunks nearest to a search text. A blank text sends no request, and neither does `file_ids:
 * undefined`.
 */
export function retrieveOptions(
  client: SourcesClient,
  request: Retrieval,
): Loads<ReturnType<typeof optionsOf>>;
/** Without a request the query waits. */
export function retrieveOptions(
  client: SourcesClient,
  request: Retrieval | undefined,
): ReturnType<typeof optionsOf>;
export function retrieveOptions(...parameters: Parameters<typeof optionsOf>) {
  return optionsOf(...parameters);
}

const optionsOf = (client: SourcesClient, request: Retrieval | undefined) =>
  loadOptions({
    queryKey: documentsKeys.retrieval(client, request),
    queryFn:
      request?.query.trim() && !isPending(request, "file_ids")
        ? ({ signal }) => unwrap(client.POST("/prebuilt-rag", { body: asSent(request), signal }))
        : skipToken,
    retry: false,
  });
