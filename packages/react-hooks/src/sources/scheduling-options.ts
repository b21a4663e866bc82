import { type ScheduledBuild, type SourcesClient, unwrap } from "@headwater/client";
import type { QueryClient, UseMutationOptions } from "@tanstack/react-query";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import { assertScheduled } from "./scheduled-build.ts";

type Answered = Promise<{ data?: ScheduledBuild; error?: unknown; response: Response }>;

/** A mutation that schedules a build. The lists of sources are then reloaded. */
export const schedulingOptions = <Variables>(
  client: SourcesClient,
  queryClient: QueryClient,
  name: string,
  schedule: (variables: Variables) => Answered,
): UseMutationOptions<ScheduledBuild, Error, Variables> => ({
  mutationKey: documentsKeys.mutation(client, name),
  mutationFn: async (variables) => assertScheduled(await unwrap(schedule(variables))),
  // Do not await this: the build runs already, and the caller does not wait for the list.
  onSuccess: () => reloadSoon(queryClient, { queryKey: documentsKeys.sources(client) }),
});
