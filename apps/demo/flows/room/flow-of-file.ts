import type { NewFlowGraph, NewPrompt } from "@headwater/spec";

/** Maximum size of a file with a graph, in bytes. */
const maxGraphBytes = 1_048_576;

type GraphFile = { graph?: GraphFile; nodes?: unknown; edges?: NewFlowGraph["edges"] };

/** A graph, and the texts of the prompts that its nodes name. */
export type FlowOfFile = { graph: NewFlowGraph; prompts: NewPrompt[] };

/**
 * Reads a YAML or JSON file: a flow as `headwater flow` writes it, or, in JSON, a graph as the service answers it, alone or
 * under `graph`. Whether each setting will do, the service says.
 *
 * @throws {Error} that says what is wrong, with its line and column
 */
export async function flowOfFile(file: File): Promise<FlowOfFile> {
  if (file.size > maxGraphBytes) throw new Error(`${file.name} has more than 1 MB.`);
  // Who brings no file needs no parser.
  const { readFlowFile, textOfFile } = await import("@headwater/spec/flow-file");
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()), file.name);
  const answered = answeredGraph(text);
  if (answered) return { graph: answered, prompts: [] };
  const { graph, prompts = [] } = readFlowFile(text, file.name);
  return { graph: graph as NewFlowGraph, prompts };
}

function answeredGraph(text: string): NewFlowGraph | undefined {
  try {
    const read = JSON.parse(text) as GraphFile | null;
    const { nodes, edges = [] } = read?.graph ?? read ?? {};
    return Array.isArray(nodes) ? { nodes, edges } : undefined;
  } catch {
    return undefined;
  }
}
