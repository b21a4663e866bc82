"use client";
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { documentsKeys } from "../query-keys.ts";
import type { FindClient } from "./define-query.ts";
import type { MutationHookOptions } from "./mutation-hook-options.ts";
import { useChange } from "./use-change.ts";

/** What a change does: the request, and what is loaded again afterwards. */
type Change<Client, Data, Variables> = {
  send: (client: Client, variables: Variables) => Promise<Data>;
  /** After the service has done it. */
  done?: (queryClient: QueryClient, client: Client, variables: Variables) => void;
  /** After it is over, refused or not. */
  over?: (queryClient: QueryClient, client: Client) => void;
};

/**
 * The options factory of a mutation.
 *
 * @param name that of its hook without `use`, such as `create-flow`
 */
export const defineChange =
  <Client extends { baseUrl: string }, Data, Variables>(
    name: string,
    { send, done, over }: Change<Client, Data, Variables>,
  ) =>
  (client: Client, queryClient: QueryClient): UseMutationOptions<Data, Error, Variables> => ({
    mutationKey: documentsKeys.mutation(client, name),
    mutationFn: (variables) => send(client, variables),
    onSuccess: (_data, variables) => done?.(queryClient, client, variables),
    onSettled: () => over?.(queryClient, client),
  });

/**
 * The hook of a mutation. It takes what names its client, and the options of TanStack Query.
 *
 * @example export const useDeployFlow = changeHook(ofFlow, deployFlowOptions);
 */
export const changeHook =
  <Client, Names extends unknown[], Data, Variables, Context = unknown>(
    find: FindClient<Client, Names>,
    optionsOf: (
      client: Client,
      queryClient: QueryClient,
    ) => UseMutationOptions<Data, Error, Variables, Context>,
  ): ((
    ...parameters: [...Names, options?: MutationHookOptions<Data, Variables>]
  ) => UseMutationResult<Data, Error, Variables, Context>) =>
  (...values: unknown[]) => {
    const client = find(useDocuments(), ...(values as Names));
    return useChange(optionsOf(client, useQueryClient()), values[find.length - 1] as object | undefined);
  };
