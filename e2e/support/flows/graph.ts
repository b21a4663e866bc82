export type Node = {
  id: string;
  type: string;
  position: { x: number; y: number };
  style: { height: number; width: number };
  data: { name: string; config: Record<string, unknown>; result?: Record<string, unknown> };
};
export type Graph = { nodes: Node[]; edges: { source: string; target: string }[] };
export type Revision = { revision_id: string; number: number; created_at: string; graph: Graph };
export type Flow = {
  name: string;
  description: string | null;
  graph: Graph;
  version: number;
  revisions: Revision[];
  deployed: string | null;
};

/** A flow in columns: a dataset, then `width` nodes that each feed one of the next column, then a response. */
export function wideGraph(count: number): Graph {
  const graph: Graph = { nodes: [], edges: [] };
  const width = Math.ceil(Math.sqrt(count));
  const at = (index: number) => ({ x: 260 * Math.floor(index / width), y: 150 * (index % width) });
  for (let index = 0; index < count; index++) {
    const column = Math.floor(index / width);
    const type = column === 0 ? "dataset" : column === 1 ? "smart-rag" : "reranking";
    graph.nodes.push({
      id: `n${index}`,
      type: index === count - 1 ? "response" : type,
      position: at(index),
      style: { width: 208, height: 116 },
      data: { name: `Node ${index}`, config: {}, result: { updated: index % 3 > 0 } },
    });
    if (column > 0) graph.edges.push({ source: `n${index - width}`, target: `n${index}` });
  }
  return graph;
}

/** Nodes whose settings changed, and all after them, need an update. */
export function outdated(graph: Graph, before: Graph): Graph {
  const known = new Map(before.nodes.map((node) => [node.id, node]));
  const stale = new Set(
    graph.nodes.flatMap(({ id, data }) =>
      JSON.stringify(known.get(id)?.data.config) === JSON.stringify(data.config) ? [] : [id],
    ),
  );
  for (const id of stale) for (const { source, target } of graph.edges) if (source === id) stale.add(target);
  const nodes = graph.nodes.map((node) => {
    const result = known.get(node.id)?.data.result;
    const data = { name: node.data.name, config: node.data.config };
    return {
      ...node,
      data: result ? { ...data, result: { ...result, updated: !stale.has(node.id) } } : data,
    };
  });
  return { ...graph, nodes };
}
