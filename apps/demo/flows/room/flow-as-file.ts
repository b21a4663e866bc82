import type { Prompt } from "@headwater/spec";
import type { Graph } from "../graph/graph.ts";

type Described = { name: string; description: string | null; graph: Graph };

/** A flow as the YAML that `headwater flow` reads and writes, with the texts of its prompts and without results. */
export async function flowAsFile({ graph, ...flow }: Described, prompts: readonly Prompt[]): Promise<string> {
  const { printFlowFile, withPromptTexts } = await import("@headwater/spec/flow-file");
  const file = { ...flow, graph: { nodes: [...graph.nodes], edges: [...graph.edges] } };
  return printFlowFile(withPromptTexts(file, prompts));
}
