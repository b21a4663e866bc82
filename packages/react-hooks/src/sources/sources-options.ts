import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions } from "@tanstack/react-query";
import { documentsKeys, type SourcesFilter } from "../query-keys.ts";

/** Milliseconds between two loads of a list while one of its sources is being processed. */
const pollMs = 5_000;

const isUnsettled = ({ status }: Source) => status === "New" || status === "Processing";

/** The query of the list of sources. It reloads while any source is being processed. */
export const sourcesOptions = (client: SourcesClient, filter?: SourcesFilter) =>
  queryOptions({
    queryKey: documentsKeys.sources(client, filter),
    queryFn: async ({ signal }) => {
      const { fileIds } = filter ?? {};
      // The service takes an empty parameter as absent, which would mean all sources.
      if (fileIds?.length === 0) return [];
      const query = fileIds ? { file_ids: [...fileIds] } : {};
      return unwrap(client.GET("/", { params: { query }, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnsettled) ? pollMs : false),
    retry: false,
  });
