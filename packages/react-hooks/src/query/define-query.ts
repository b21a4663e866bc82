"use client";
import type { DataTag, QueryKey } from "@tanstack/react-query";
import type { Documents } from "../provider/documents.ts";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "./query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "./use-loaded.ts";

/** The client that a hook asks, and the parameters of the hook that name it: `ofSources`, `ofFlow` or `ofFlowsRoot`. */
export type FindClient<Client, Names extends unknown[]> = (documents: Documents, ...names: Names) => Client;

export const ofSources = ({ sources }: Documents) => sources;
export const ofFlow = ({ flow }: Documents, flowName: string) => flow(flowName);
export const ofFlowsRoot = ({ flowsRoot }: Documents) => flowsRoot();

type Loaded = { queryKey: QueryKey };

/** The data that the key of a query promises. */
type DataOf<Options extends Loaded> =
  Options["queryKey"] extends DataTag<QueryKey, infer Data, Error> ? Data : never;

/** The number of parameters, optional ones too. */
type Count<Parameters extends unknown[]> = Required<Parameters>["length"];

/** What a hook that can't wait takes: everything is known. */
type Known<Parameters extends unknown[]> = {
  [Place in keyof Parameters]: Exclude<Parameters[Place], undefined>;
};

/**
 * The hook of a query. It takes what names its client, the parameters of `optionsOf`, and the options of TanStack Query.
 *
 * @param count how many parameters `optionsOf` has after the client
 * @example export const useFlowRuns = defineQuery(ofFlow, flowRunsOptions, 1);
 */
export const defineQuery =
  <Client, Names extends unknown[], Parameters extends unknown[], Options extends Loaded>(
    find: FindClient<Client, Names>,
    optionsOf: (client: Client, ...parameters: Parameters) => Options,
    count: Count<Parameters>,
  ): QueryHook<[...Names, ...Parameters], DataOf<Options>> =>
  (...values: unknown[]) =>
    useLoaded(...useOptions(find, optionsOf, count, values));

/** `defineQuery` in the form that suspends: it always loads, so its parameters are known. */
export const defineSuspenseQuery =
  <Client, Names extends unknown[], Parameters extends unknown[], Options extends Loaded>(
    find: FindClient<Client, Names>,
    optionsOf: (client: Client, ...parameters: Parameters) => Options,
    count: Count<Parameters>,
  ): SuspenseHook<[...Names, ...Known<Parameters>], DataOf<Options>> =>
  (...values: unknown[]) =>
    useLoadedSuspending(...useOptions(find, optionsOf, count, values));

/** The options of a hook's query, and those that its caller gave after the parameters. */
function useOptions<Client>(
  find: FindClient<Client, never>,
  optionsOf: (client: Client, ...parameters: never) => Loaded,
  count: number,
  values: unknown[],
): [own: Loaded, given: object | undefined] {
  // All parameters of `find` but the first are names of the hook.
  const [client, parameters] = [find(useDocuments(), ...(values as never)), values.slice(find.length - 1)];
  return [
    optionsOf(client, ...(parameters.slice(0, count) as never)),
    parameters[count] as object | undefined,
  ];
}
