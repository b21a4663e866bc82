"use client";

import { type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import { useDraftState } from "../draft/draft-context.ts";

/** An edge: solid where data have passed with the present settings, dashed where they wait. */
export const CanvasEdge = memo(function CanvasEdge(edge: EdgeProps) {
  const isLive = useDraftState(({ nodes, progress, changes }) => {
    const known = progress.get(edge.source);
    if (known) return known.state === "ran" || known.state === "kept";
    return nodes.get(edge.source)?.data.result?.updated === true && !changes.nodes.has(edge.source);
  });
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = edge;
  const tip = targetX - 8;
  const [path] = getBezierPath({ sourceX, sourceY, targetX: tip, targetY, sourcePosition, targetPosition });
  return (
    <>
      <path className={isLive ? "edge live" : "edge stale"} d={path} />
      <path className={isLive ? "tip live" : "tip"} d={`M${targetX} ${targetY} l-8 -4 v8 z`} />
      <path className="react-flow__edge-interaction" d={path} />
    </>
  );
});
