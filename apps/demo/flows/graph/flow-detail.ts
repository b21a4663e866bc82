import type { FlowDetail as SentFlow } from "@headwater/spec";
import type { Graph } from "./graph.ts";

/** A flow with its draft, whose nodes are all of one type here; the spec has a type for each. */
export type FlowDetail = Omit<SentFlow, "graph"> & { graph: Graph };

export const flowDetail = (flow: SentFlow): FlowDetail => ({
  ...flow,
  graph: flow.graph as unknown as Graph,
});
