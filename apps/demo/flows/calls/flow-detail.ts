import type { FlowDetail as SentFlow } from "@headwater/spec";
import type { Graph } from "../graph/graph.ts";

/** A flow with its draft, whose nodes are all of one type here. */
export type FlowDetail = Omit<SentFlow, "graph"> & { graph: Graph };
