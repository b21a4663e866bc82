import { after, before, type Graph, type GraphNode, nodeOf } from "./graph.ts";

/** A node as it is read aloud: "By heading, chunking, edited, after Manuals, before Close reading and Who does what". */
export function spokenNode(graph: Graph, node: GraphNode, state: string): string {
  const names = (ids: readonly string[]) => inWords(ids.map((id) => nodeOf(graph, id)?.data.name ?? id));
  const [from, to] = [before(graph, node.id), after(graph, node.id)];
  return [
    `${node.data.name}, ${node.type}, ${state.toLowerCase()}`,
    from.length > 0 ? `after ${names(from)}` : undefined,
    to.length > 0 ? `before ${names(to)}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** "a, b and c" */
export const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
