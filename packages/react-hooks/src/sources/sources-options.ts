import { type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions } from "@tanstack/react-query";
import { documentsKeys, type SourcesFilter } from "../query-keys.ts";

/** The list of sources. */
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
    retry: false,
  });
