import type { FlowClient } from "@headwater/client";
import { documentsKeys } from "@headwater/react-hooks";

type Surface = Pick<FlowClient, "baseUrl">;

/** Keys of what the flow rooms load, below the hooks' own key of a flow: invalidating that one reloads all of them. */
export const flowKeys = {
  detail: (flow: Surface) => [...documentsKeys.flow(flow), "detail"] as const,
  revisions: (flow: Surface) => [...documentsKeys.flow(flow), "revisions"] as const,
  difference: (flow: Surface, from: string, to: string, version: number | undefined) =>
    [...documentsKeys.flow(flow), "difference", from, to, version ?? null] as const,
  explanation: (flow: Surface, query: string | undefined, version: number) =>
    [...documentsKeys.flow(flow), "explanation", query ?? null, version] as const,
  runs: (flow: Surface, page: number) => [...documentsKeys.flow(flow), "runs", page] as const,
  run: (flow: Surface, runId: string) => [...documentsKeys.flow(flow), "run", runId] as const,
  names: (flow: Surface, nodeId: string) => [...documentsKeys.flow(flow), "names", nodeId] as const,
  prompts: (root: Surface) => [...documentsKeys.flows(root), "prompts"] as const,
};
