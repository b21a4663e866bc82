"use client";
import { type QueryKey, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { withGiven } from "./with-given.ts";

type Own = { queryKey: QueryKey };

/**
 * Loads a query with the options of a hook and those that its caller gave. The result has the type that the hook
 * declares: `QueryHook` derives it from the options.
 */
export const useLoaded = (own: Own, given: object | undefined): never =>
  useQuery(withGiven(own, given) as never) as never;

/** `useLoaded` in the form that suspends. */
export const useLoadedSuspending = (own: Own, given: object | undefined): never =>
  useSuspenseQuery(withGiven(own, given) as never) as never;
