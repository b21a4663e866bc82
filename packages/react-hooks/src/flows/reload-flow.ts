import type { FlowClient } from "@headwater/client";
import type { QueryClient } from "@tanstack/react-query";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";

/** Reloads what is cached of a flow. */
export const reloadFlowData = (queryClient: QueryClient, flow: FlowClient): void =>
  void queryClient.invalidateQueries({ queryKey: documentsKeys.flow(flow) });

/** Reloads a flow after a change of it, and the lists of flows, which show its status and description. */
export function reloadFlow(queryClient: QueryClient, flow: FlowClient): void {
  reloadFlowData(queryClient, flow);
  reloadFlows(queryClient);
}

/** Reloads the lists of flows. A flow's client does not know which address lists it, so each list is reloaded. */
export const reloadFlows = (queryClient: QueryClient): void =>
  reloadSoon(queryClient, {
    queryKey: ["headwater"],
    predicate: ({ queryKey: [, , kind, ...rest] }) => kind === "flows" && rest.length === 0,
  });
