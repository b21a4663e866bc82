"use client";

import { fits, graphNodeTypes, nodePorts } from "@headwater/spec";
import { Handle, type NodeProps, Position, useStore } from "@xyflow/react";
import { memo } from "react";
import { useDraftState } from "../draft/draft-context.ts";
import type { GraphNode } from "../graph/graph.ts";
import { nodeState } from "../graph/node-state.ts";
import { nodeSummary } from "../graph/node-summary.ts";

/** From this many nodes on, nodes take the small form. */
const manyNodes = 12;

/** A node on the canvas. It reads its own part of the draft, so a change elsewhere does not paint it again. */
export const CanvasNode = memo(function CanvasNode({ id }: NodeProps) {
  const node = useDraftState(({ nodes }) => nodes.get(id));
  return node ? <Drawn node={node} /> : null;
});

function Drawn({ node }: { node: GraphNode }) {
  const { id, type, data } = node;
  const progress = useDraftState((state) => state.progress.get(id));
  const change = useDraftState(({ changes }) => changes.nodes.get(id));
  const isSelected = useDraftState(({ selected }) => selected === id);
  const isSmall = useDraftState(({ nodes }) => nodes.size >= manyNodes);
  const isTarget = useStore((state) => state.connection.inProgress && state.connection.toNode?.id === id);
  const { shape, words } = nodeState(node, progress, change);
  const classes = ["node", shape, isSelected ? "sel" : "", isSmall ? "small" : "", isTarget ? "aim" : ""];
  return (
    <div className={classes.filter(Boolean).join(" ")} id={`node-${id}`}>
      {change ? <span className="mk">{change}</span> : null}
      <span className="label">{type}</span>
      <b className="clip">{data.name}</b>
      {isSmall ? null : <span className="cfg clip num">{nodeSummary(node)}</span>}
      <span className={`st num ${shape}`}>{words}</span>
      {takesSomething(type) ? <Handle type="target" position={Position.Left} /> : null}
      {nodePorts[type].length > 0 ? <Handle type="source" position={Position.Right} /> : null}
    </div>
  );
}

const takesSomething = (type: GraphNode["type"]) => graphNodeTypes.some((source) => fits(source, type));
