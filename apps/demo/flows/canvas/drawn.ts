import type { Edge, Node } from "@xyflow/react";
import { edgeKey } from "../graph/changes.ts";
import type { Graph, GraphEdge, GraphNode } from "../graph/graph.ts";

/** A node as the canvas library keeps it: its place and size. What it shows is read from the draft. */
export const drawnNode = ({ id, position, style }: GraphNode): Node => ({
  id,
  type: "node",
  position,
  data: {},
  // Known from the start, so that nodes out of sight need not be measured.
  width: style.width,
  height: style.height,
  initialWidth: style.width,
  initialHeight: style.height,
});

export const drawnEdge = (edge: GraphEdge): Edge => ({ ...edge, id: edgeKey(edge), type: "edge" });

export const drawnNodes = ({ nodes }: Graph): Node[] => nodes.map(drawnNode);
export const drawnEdges = ({ edges }: Graph): Edge[] => edges.map(drawnEdge);
