"use client";
import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import type { QueryClient, UseMutationOptions } from "@tanstack/react-query";
import { changeHook } from "../query/define-change.ts";
import { ofSources } from "../query/define-query.ts";
import { documentsKeys } from "../query-keys.ts";
import { type OneOfMany, reloadAfterLast } from "./reload-after-last.ts";

/** The tags that a source has from now on, in place of those it had. */
export type SourceTags = { file_id: string; tags: readonly string[] };

/** The mutation of `useTagSource`. */
export function tagSourceOptions(
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<Source, Error, SourceTags, OneOfMany> {
  const lists = { queryKey: documentsKeys.sources(client) };
  const mutationKey = [...lists.queryKey, "tags"];
  return {
    mutationKey,
    mutationFn: ({ file_id, tags }: SourceTags) =>
      unwrap(client.PATCH("/{file_id}", { params: { path: { file_id } }, body: { tags: [...tags] } })),
    onMutate: () => ({}),
    onSuccess(tagged) {
      queryClient.setQueriesData<Source[]>(lists, (sources) =>
        sources?.map((source) => (source.file_id === tagged.file_id ? tagged : source)),
      );
    },
    onSettled: (_tagged, _error, _variables, own) =>
      reloadAfterLast(queryClient, mutationKey, own, lists.queryKey, documentsKeys.retrievals(client)),
  };
}

/**
 * Gives a source other tags: at most 20 of at most 64 characters, without commas. Lists show them when the service has
 * them, and lists that are limited to tags are loaded again.
 *
 * @example const tagging = useTagSource(); tagging.mutate({ file_id, tags: [...source.tags, "paid"] });
 */
export const useTagSource = /* @__PURE__ */ changeHook(ofSources, tagSourceOptions);
