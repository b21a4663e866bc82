import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { reloadSoon } from "../query/reload-soon.ts";

/** What `onMutate` of a change of one source returns, so that those beside it know when it is over. */
export type OneOfMany = { isOver?: boolean };

/**
 * For `onSettled` of a change of one source, of which many may run beside each other: the last of those in flight reloads
 * what they changed. An earlier list would still show what the others change, and a list of thousands would be loaded
 * once for each.
 */
export function reloadAfterLast(
  queryClient: QueryClient,
  mutationKey: QueryKey,
  own: OneOfMany | undefined,
  ...queryKeys: readonly QueryKey[]
): void {
  // TanStack counts a mutation as pending until its callbacks are through. Of those that end together each would leave
  // the reload to the others.
  if (own) own.isOver = true;
  const running = queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: "pending" })
    .filter(({ state }) => !(state.context as OneOfMany | undefined)?.isOver).length;
  if (running > (own ? 0 : 1)) return;
  for (const queryKey of queryKeys) reloadSoon(queryClient, { queryKey });
}
