import { type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import type { Loads } from "../loads.ts";
import { documentsKeys, type Retrieval } from "../query-keys.ts";

/** The query of the chunks nearest to a search text. A blank text sends no request. */
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
  queryOptions({
    queryKey: documentsKeys.retrieval(client, request),
    queryFn: request?.query.trim()
      ? ({ signal }) => unwrap(client.POST("/prebuilt-rag", { body: asSent(request), signal }))
      : skipToken,
    retry: false,
  });
