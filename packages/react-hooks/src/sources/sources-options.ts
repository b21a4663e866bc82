import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions } from "@tanstack/react-query";
import { documentsKeys, type SourcesFilter } from "../query-keys.ts";

/** Between two looks at a list in which something is still processed, in milliseconds. */
const pollMs = 5_000;

const isUnsettled = ({ status }: Source) => status === "New" || status === "Processing";

/** The list of sources, loaded again while any of them is processed. */
export const sourcesOptions = (client: SourcesClient, filter?: SourcesFilter) =>
  queryOptions({
    queryKey: documentsKeys.sources(client, filter),
    queryFn: async ({ signal }) => {
      const { fileIds } = filter ?? {};
      // An empty parameter would mean none was given: all sources.
      if (fileIds?.length === 0) return [];
      const query = fileIds ? { file_ids: [...fileIds] } : {};
      return unwrap(client.GET("/", { params: { query }, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnsettled) ? pollMs : false),
    retry: false,
  });
