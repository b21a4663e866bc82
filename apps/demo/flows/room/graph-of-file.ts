import type { NewFlowGraph } from "@headwater/spec";

/** Maximum size of a file with a graph, in bytes. */
const maxGraphBytes = 4_194_304;

/** The graph of a file: the file is one, or has one under `graph`. Undefined when it is neither. */
export async function graphOfFile(file: File): Promise<NewFlowGraph | undefined> {
  if (file.size > maxGraphBytes) return undefined;
  try {
    const read = JSON.parse(await file.text()) as Partial<NewFlowGraph> & { graph?: NewFlowGraph };
    const { nodes, edges = [] } = read.graph ?? read;
    // The service checks each node; what is asked here is only whether the file means a graph at all.
    return Array.isArray(nodes) ? { nodes, edges } : undefined;
  } catch {
    return undefined;
  }
}
