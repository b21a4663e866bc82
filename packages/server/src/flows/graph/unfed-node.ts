import { nodePorts } from "@headwater/spec";
import { type FlowGraph, type FlowNode, type FlowNodeType, flowNodeTypes } from "../flow/flow.ts";
import { inOrder, sourcesOf, upstreamOf } from "./walk-graph.ts";

/** Types that bring questions. A node that gets nothing else has nothing to search, to rank or to answer from. */
const questionTypes: readonly FlowNodeType[] = ["question", "testset"];

/**
 * Why a flow can't answer: the first node before its response, or the response itself, that gets nothing from a dataset. The
 * text has the node's path and says what to join to it. Null when every node that the response needs is reached from a
 * dataset.
 */
export function unfedNode(graph: FlowGraph): string | null {
  const response = graph.nodes.find(({ type }) => type === "response");
  if (!response) return null;
  const needed = upstreamOf(graph, response.id);
  const fed = new Set<string>();
  for (const { id, type } of inOrder(graph) ?? []) {
    if (type === "dataset" || sourcesOf(graph, id).some((source) => fed.has(source))) fed.add(id);
    else if (needed.has(id) && !questionTypes.includes(type)) return faultOf(graph, id, type);
  }
  return null;
}

const faultOf = ({ nodes }: FlowGraph, id: FlowNode["id"], type: FlowNodeType): string => {
  const before = flowNodeTypes.filter(
    (each) => !questionTypes.includes(each) && (nodePorts[each] as readonly FlowNodeType[]).includes(type),
  );
  const index = nodes.findIndex((node) => node.id === id);
  return `graph.nodes[${index}] '${id}' gets nothing from a dataset, so the flow can't answer. Join one of these to it: ${before.join(", ")}`;
};
