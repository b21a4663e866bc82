import { unwrap } from "@headwater/client";
import {
  type DataTag,
  type InfiniteData,
  type QueryKey,
  skipToken,
  type UseQueryOptions,
  type useInfiniteQuery,
} from "@tanstack/react-query";

/**
 * The options of a query, whose key carries the type of its data. As TanStack Query's `queryOptions` would return them,
 * but with types that all versions of the peer range have.
 */
export type LoadOptions<Data, Key extends QueryKey> = Omit<
  UseQueryOptions<Data, Error, Data, Key>,
  "queryKey" | "initialData"
> & { queryKey: DataTag<Key, Data, Error>; initialData?: never };

/** The options of an infinite query; see `LoadOptions`. */
export type LoadPagesOptions<Data, Key extends QueryKey> = Omit<
  Parameters<typeof useInfiniteQuery<Data, Error, InfiniteData<Data>, Key, number>>[0],
  "queryKey" | "initialData"
> & { queryKey: DataTag<Key, InfiniteData<Data>, Error>; initialData?: never };

/** Infers the type of a query's data. */
export const loadOptions = <Data, const Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): LoadOptions<Data, Key> => options as never;

/** Infers the type of an infinite query's pages. */
export const loadPagesOptions = <Data, const Key extends QueryKey>(
  options: Parameters<typeof useInfiniteQuery<Data, Error, InfiniteData<Data>, Key, number>>[0],
): LoadPagesOptions<Data, Key> => options as never;

/** The options of a query that sends one request, once. Without a request the query waits. */
export const requestOptions = <Data, const Key extends QueryKey>(
  queryKey: Key,
  request: ((signal: AbortSignal) => Parameters<typeof unwrap<Data>>[0]) | undefined,
): LoadOptions<NonNullable<Data>, Key> =>
  loadOptions({
    queryKey,
    queryFn: request ? ({ signal }) => unwrap(request(signal)) : skipToken,
    retry: false,
  });
