import type {
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";

/** With `exactOptionalPropertyTypes` too, an option may be given as undefined: it then counts as not given. */
type Given<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

/** What each hook decides itself. */
type Decided = "queryKey" | "queryFn" | "queryHash" | "queryKeyHashFn";

/**
 * The options of TanStack Query that a hook takes: `enabled`, `select`, `staleTime`, `throwOnError`, `placeholderData`
 * and all others, but what the hook decides itself.
 */
export type QueryHookOptions<Data, Selected = Data> = Given<
  Omit<UseQueryOptions<Data, Error, Selected>, Decided>
>;

/** As `QueryHookOptions`, for a hook that suspends: it always loads, and its errors go to an error boundary. */
export type SuspenseHookOptions<Data, Selected = Data> = Given<
  Omit<UseSuspenseQueryOptions<Data, Error, Selected>, Decided>
>;

/** As `QueryHookOptions`, for a hook that loads page by page. `select` takes the pages that are loaded. */
export type InfiniteHookOptions<Data, Selected = Data> = Given<
  Omit<
    Parameters<typeof useInfiniteQuery<Data, Error, Selected, readonly unknown[], number>>[0],
    Decided | "initialPageParam" | "getNextPageParam" | "getPreviousPageParam"
  >
>;

/** The parameters before the options: optional ones may be undefined there. */
type Named<Parameters extends unknown[]> = Parameters extends
  | []
  | (number extends Parameters["length"] ? Parameters : never)
  ? []
  : Parameters extends [infer First, ...infer Rest]
    ? [First, ...Named<Rest>]
    : Parameters extends [(infer First)?, ...infer Rest]
      ? [First | undefined, ...Named<Rest>]
      : never;

/** A hook that loads `Data`. With `select` its data is what that returns. */
export type QueryHook<Parameters extends unknown[], Data> = {
  <Selected>(
    ...parameters: [
      ...Named<Parameters>,
      options: QueryHookOptions<Data, Selected> & { select: (data: Data) => Selected },
    ]
  ): UseQueryResult<Selected>;
  (...parameters: [...Parameters, options?: QueryHookOptions<Data>]): UseQueryResult<Data>;
};

/** A hook that suspends while it loads `Data`. With `select` its data is what that returns. */
export type SuspenseHook<Parameters extends unknown[], Data> = {
  <Selected>(
    ...parameters: [
      ...Named<Parameters>,
      options: SuspenseHookOptions<Data, Selected> & { select: (data: Data) => Selected },
    ]
  ): UseSuspenseQueryResult<Selected>;
  (...parameters: [...Parameters, options?: SuspenseHookOptions<Data>]): UseSuspenseQueryResult<Data>;
};
