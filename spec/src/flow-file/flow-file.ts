import type { GraphNodeType } from "../flow-schemas.ts";

export type FileNode = {
  id: string;
  type: GraphNodeType;
  position: { x: number; y: number };
  style: { height: number; width: number };
  data: { name: string; config: Record<string, unknown> };
};

export type FileGraph = { nodes: FileNode[]; edges: { source: string; target: string }[] };

/** A text for the llm nodes that name it as their `prompt`. */
export type FilePrompt = { name: string; text: string };

/** A flow as a file holds it, and as the service takes it. */
export type FlowFile = {
  name: string;
  description: string | null;
  graph: FileGraph;
  /** The prompts that its nodes name, for projects that lack them. Absent where there are none. */
  prompts?: FilePrompt[] | undefined;
};

/**
 * The same flow with its joins in the order of the nodes that they lead to, and without what simulations left. Two flows
 * that are the same are equal in this form.
 */
export function canonicalFlow({ name, description, graph, prompts = [] }: FlowFile): FlowFile {
  const nodes = graph.nodes.map(({ id, type, position, style, data }) => ({
    id,
    type,
    position: { x: position.x, y: position.y },
    style: { height: style.height, width: style.width },
    data: { name: data.name, config: data.config },
  }));
  const edges = nodes.flatMap(({ id }) =>
    graph.edges.filter(({ target }) => target === id).map(({ source, target }) => ({ source, target })),
  );
  const inOrder = prompts.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    name,
    description: description ?? null,
    graph: { nodes, edges },
    ...(inOrder.length > 0 && { prompts: inOrder.map(({ name, text }) => ({ name, text })) }),
  };
}
