import type { UseMutationOptions } from "@tanstack/react-query";

/**
 * The options of TanStack Query that a hook of a mutation takes: `retry`, `meta`, `scope`, `throwOnError`, the callbacks
 * and all others, but what the hook decides itself. Callbacks are called after those of the hook.
 */
export type MutationHookOptions<Data, Variables> = {
  [Name in Exclude<
    keyof UseMutationOptions<Data, Error, Variables>,
    "mutationFn" | "mutationKey" | "onMutate"
  >]?: UseMutationOptions<Data, Error, Variables>[Name] | undefined;
};
