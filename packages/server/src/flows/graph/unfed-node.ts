import { nodePorts } from "@headwater/spec";
import { type FlowGraph, type FlowNodeType, flowNodeTypes, type NodeId } from "../flow/flow.ts";
import { inOrder, sourcesOf, upstreamOf } from "./walk-graph.ts";

/** Types that bring questions. A node that gets nothing else has nothing to search, to rank or to answer from. */
const questionTypes: readonly FlowNodeType[] = ["question", "testset"];

export type UnfedNode = {
  /** Its place among the nodes of the graph. */
  index: number;
  id: NodeId;
  /** Whether the response takes from it, so that the flow can't answer. */
  isNeeded: boolean;
  /** What goes into it. */
  takes: FlowNodeType[];
};

type Graph = Pick<FlowGraph, "edges"> & { nodes: { id: NodeId; type: FlowNodeType }[] };

/** The nodes that get nothing from a dataset, each after those that it takes from. */
export function unfedNodes(graph: Graph): UnfedNode[] {
  const { nodes } = graph;
  const response = nodes.find(({ type }) => type === "response");
  const needed = response ? upstreamOf(graph, response.id) : new Set<NodeId>();
  const fed = new Set<NodeId>();
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const unfed: UnfedNode[] = [];
  for (const { id, type } of inOrder(graph) ?? []) {
    if (type === "dataset" || sourcesOf(graph, id).some((source) => fed.has(source))) fed.add(id);
    else if (!questionTypes.includes(type))
      unfed.push({
        ...{ index: places.get(id) ?? 0, id, isNeeded: needed.has(id) },
        takes: flowNodeTypes.filter(
          (each) =>
            !questionTypes.includes(each) && (nodePorts[each] as readonly FlowNodeType[]).includes(type),
        ),
      });
  }
  return unfed;
}

/** Says what to do about it, from the node's path or name on. */
export const unfedText = ({ isNeeded, takes }: UnfedNode): string =>
  `gets nothing from a dataset${isNeeded ? ", so the flow can't answer" : ""}. Join one of these to it: ${takes.join(", ")}`;

/**
 * Why a flow can't answer: the first node that its response needs and that gets nothing from a dataset, or the response
 * itself. Null when every node that the response needs is reached from a dataset.
 */
export function unfedNode(graph: FlowGraph): string | null {
  const node = unfedNodes(graph).find(({ isNeeded }) => isNeeded);
  return node ? `graph.nodes[${node.index}] '${node.id}' ${unfedText(node)}` : null;
}
