import type { Edge, Node } from "@xyflow/react";
import { edgeKey } from "../graph/changes.ts";
import type { Graph, GraphEdge, GraphNode } from "../graph/graph.ts";

/** What a node shows needs this much, in pixels. */
const minSize = { width: 168, height: 116 };

/** A node as the canvas library keeps it: its place and size. What it shows is read from the draft. */
export function drawnNode({ id, position, style }: GraphNode): Node {
  // Known from the start, so that nodes out of sight need not be measured.
  const width = Math.max(style.width, minSize.width);
  const height = Math.max(style.height, minSize.height);
  return { id, type: "node", position, data: {}, width, height, initialWidth: width, initialHeight: height };
}

export const drawnEdge = (edge: GraphEdge): Edge => ({ ...edge, id: edgeKey(edge), type: "edge" });

export const drawnNodes = ({ nodes }: Graph): Node[] => nodes.map(drawnNode);
export const drawnEdges = ({ edges }: Graph): Edge[] => edges.map(drawnEdge);
