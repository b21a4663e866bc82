"use client";
import {
  type MethodInput,
  type ScheduledBuild,
  type Source,
  type SourcesClient,
  unwrap,
} from "@headwater/client";
import type { QueryClient, UseMutationOptions } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { changeHook } from "../query/define-change.ts";
import { ofSources } from "../query/define-query.ts";
import { documentsKeys } from "../query-keys.ts";
import { type OneOfMany, reloadAfterLast } from "./reload-after-last.ts";
import { assertScheduled } from "./scheduled-build.ts";

/** Which source to parse again, and how. */
export type ReprocessRequest = {
  file_id: string;
  /** Default `fast`. */
  method?: MethodInput | undefined;
  /** Parses only the pages that failed, and keeps the others. When none failed, 400. Default false. */
  only_failed?: boolean | undefined;
};

/** The mutation of `useReprocess`. */
export function reprocessOptions(
  client: SourcesClient,
  queryClient: QueryClient,
): UseMutationOptions<ScheduledBuild, Error, ReprocessRequest, OneOfMany> {
  const lists = { queryKey: documentsKeys.sources(client) };
  const mutationKey = documentsKeys.mutation(client, "reprocess");
  return {
    mutationKey,
    mutationFn: async (request) =>
      assertScheduled(await unwrap(client.POST("/reprocess", { body: asSent(request) }))),
    onMutate: () => ({}),
    onSuccess: ({ build_id }, { file_id }) =>
      void queryClient.setQueriesData<Source[]>(lists, (sources) =>
        sources?.map((source) =>
          source.file_id === file_id ? { ...source, ...scheduled, build_id } : source,
        ),
      ),
    // Do not await this: the builds run already, and the caller does not wait for the list.
    onSettled: (_build, _error, _variables, own) =>
      reloadAfterLast(queryClient, mutationKey, own, lists.queryKey),
  };
}

/** How the service lists a source whose build waits. */
const scheduled = { status: "New", message: "Source uploaded, awaiting processing", error: null } as const;

/**
 * Parses a source again with another method, or only its failed pages. Until the build is ready, the old version
 * answers. Lists show at once that it waits, and are loaded again when the last of several is scheduled.
 *
 * @example const reprocess = useReprocess(); reprocess.mutate({ file_id, method: "accurate" });
 */
export const useReprocess = /* @__PURE__ */ changeHook(ofSources, reprocessOptions);
