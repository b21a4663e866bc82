import { fits, nodePorts } from "@headwater/spec";
import { invalidInput } from "../../kernel/service-error.ts";
import type { FlowGraph, FlowNode, NodeId } from "../flow/flow.ts";
import { inOrder } from "./walk-graph.ts";

/**
 * Whether nodes and edges go together. A draft may be unfinished: without a response node, and with nodes that are not
 * joined. Throws 400, with the path, for what can never run.
 */
export function validateGraph(graph: FlowGraph): void {
  const byId = new Map<NodeId, FlowNode>();
  for (const [index, node] of graph.nodes.entries()) {
    if (byId.has(node.id)) throw invalidInput(`graph.nodes[${index}].id '${node.id}' is there twice`);
    if (node.type === "response" && [...byId.values()].some(({ type }) => type === "response"))
      throw invalidInput(`graph.nodes[${index}] is a second response node, and a flow has one`);
    byId.set(node.id, node);
  }
  const seen = new Set<string>();
  for (const [index, { source, target }] of graph.edges.entries()) {
    const path = `graph.edges[${index}]`;
    const [from, to] = [byId.get(source), byId.get(target)];
    if (!from) throw invalidInput(`${path}.source '${source}' is not the id of a node`);
    if (!to) throw invalidInput(`${path}.target '${target}' is not the id of a node`);
    const key = JSON.stringify([source, target]);
    if (seen.has(key)) throw invalidInput(`${path} is there twice`);
    seen.add(key);
    if (source === target) throw invalidInput(`${path} closes a cycle`);
    if (!fits(from.type, to.type)) {
      const into = nodePorts[from.type];
      const instead = into.length === 0 ? "Nothing comes after it" : `It goes into ${into.join(", ")}`;
      throw invalidInput(`${path} does not fit: ${from.type} can't go into ${to.type}. ${instead}`);
    }
  }
  if (inOrder(graph) === null) throw invalidInput(`graph.edges[${closingEdge(graph)}] closes a cycle`);
}

/** The first edge with which the edges before it make a cycle. */
function closingEdge({ nodes, edges }: FlowGraph): number {
  let [open, closed] = [0, edges.length];
  // Whether the first n edges have a cycle goes from no to yes once.
  while (closed - open > 1) {
    const middle = (open + closed) >> 1;
    if (inOrder({ nodes, edges: edges.slice(0, middle) })) open = middle;
    else closed = middle;
  }
  return closed - 1;
}
