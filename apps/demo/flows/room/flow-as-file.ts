import type { Graph } from "../graph/graph.ts";

type Described = { name: string; description: string | null; graph: Graph };

/** A flow as the YAML that `headwater flow` reads and writes, without results. */
export async function flowAsFile({ graph, ...flow }: Described): Promise<string> {
  const { printFlowFile } = await import("@headwater/spec/flow-file");
  return printFlowFile({ ...flow, graph: { nodes: [...graph.nodes], edges: [...graph.edges] } });
}
