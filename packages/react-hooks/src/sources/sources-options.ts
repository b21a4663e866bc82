import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import { isPending } from "../is-pending.ts";
import type { Loads } from "../loads.ts";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";
import { filterQuery, type KnownSourcesFilter, type SourcesFilter } from "./sources-filter.ts";

/** Milliseconds between two loads of a list while one of its sources is being processed. */
const pollMs = 5_000;

const isUnsettled = ({ status }: Source) => status === "New" || status === "Processing";

/** The query of the list of sources. It reloads while any source is being processed. */
export function sourcesOptions(
  client: SourcesClient,
  filter?: KnownSourcesFilter,
): Loads<ReturnType<typeof optionsOf>>;
/** While `fileIds` is given and undefined the query waits. */
export function sourcesOptions(
  client: SourcesClient,
  filter: SourcesFilter | undefined,
): ReturnType<typeof optionsOf>;
export function sourcesOptions(...parameters: Parameters<typeof optionsOf>) {
  return optionsOf(...parameters);
}

const optionsOf = (client: SourcesClient, filter: SourcesFilter = {}) =>
  loadOptions({
    queryKey: documentsKeys.sources(client, filter),
    queryFn: isPending(filter, "fileIds")
      ? skipToken
      : async ({ signal }): Promise<Source[]> => {
          const query = filterQuery(filter);
          return query ? unwrap(client.GET("/", { params: { query }, signal })) : [];
        },
    refetchInterval: ({ state }) => (state.data?.some(isUnsettled) ? pollMs : false),
    retry: false,
  });
