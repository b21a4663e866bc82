"use client";
import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import type { DeletedSource } from "@headwater/spec";
import type { QueryClient, QueryKey, UseMutationOptions } from "@tanstack/react-query";
import { changeHook } from "../query/define-change.ts";
import { ofSources } from "../query/define-query.ts";
import { documentsKeys } from "../query-keys.ts";
import { type OneOfMany, reloadAfterLast } from "./reload-after-last.ts";

type Removed = { queryKey: QueryKey; index: number; source: Source };
type Deletion = OneOfMany & { removed: Removed[] };

/** The mutation of `useDeleteSource`. */
export function deleteSourceOptions(
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<DeletedSource, Error, { file_id: string }, Deletion> {
  const lists = { queryKey: documentsKeys.sources(client) };
  const mutationKey = documentsKeys.deletion(client);
  return {
    mutationKey,
    mutationFn: ({ file_id }: { file_id: string }) => unwrap(client.DELETE("/delete", { body: { file_id } })),
    async onMutate({ file_id }) {
      // A list that is still loading would bring the source back.
      await queryClient.cancelQueries(lists);
      const removed: Removed[] = [];
      for (const [queryKey, sources] of queryClient.getQueriesData<Source[]>(lists)) {
        const index = sources?.findIndex((source) => source.file_id === file_id) ?? -1;
        const source = sources?.[index];
        if (!source) continue;
        removed.push({ queryKey, index, source });
        queryClient.setQueryData(
          queryKey,
          sources.filter((each) => each !== source),
        );
      }
      return { removed };
    },
    onError(_error, _variables, context) {
      // Restore it in each list instead of restoring whole lists: another deletion may have succeeded meanwhile.
      for (const { queryKey, index, source } of context?.removed ?? [])
        queryClient.setQueryData<Source[]>(queryKey, (sources) =>
          // A list that was loaded meanwhile already contains it.
          sources?.some(({ file_id }) => file_id === source.file_id)
            ? sources
            : sources && [...sources.slice(0, index), source, ...sources.slice(index)],
        );
    },
    onSuccess(_answer, { file_id }) {
      for (const queryKey of [
        documentsKeys.elements(client, file_id),
        documentsKeys.screenshots(client, file_id),
      ])
        queryClient.removeQueries({ queryKey, type: "inactive" });
    },
    onSettled: (_answer, _error, _variables, own) =>
      reloadAfterLast(queryClient, mutationKey, own, lists.queryKey, documentsKeys.retrievals(client)),
  };
}

/**
 * Deletes a source for good. It disappears from every list at once. If the service refuses, it comes back to its place.
 *
 * @example const deletion = useDeleteSource(); deletion.mutate({ file_id });
 */
export const useDeleteSource = /* @__PURE__ */ changeHook(ofSources, deleteSourceOptions);
