"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { useDraft } from "../draft/draft-context.ts";
import { edgeKey } from "../graph/changes.ts";
import type { Graph } from "../graph/graph.ts";
import { drawnEdge, drawnNode } from "./drawn.ts";

/** Draws what commands change: nodes and edges that come, go or move. Other nodes keep their objects. A new one is brought into view. */
export function useDrawnGraph(): void {
  const draft = useDraft();
  const { setNodes, setEdges, setCenter, getZoom } = useReactFlow();
  useEffect(() => {
    let drawn: Graph | undefined;
    const draw = () => {
      const { graph } = draft.get();
      if (graph === drawn) return;
      setNodes((before) => {
        const known = new Map(before.map((node) => [node.id, node]));
        return graph.nodes.map((node) => {
          const old = known.get(node.id);
          if (!old) return drawnNode(node);
          const { x, y } = node.position;
          return old.position.x === x && old.position.y === y ? old : { ...old, position: { x, y } };
        });
      });
      if (graph.edges !== drawn?.edges)
        setEdges((before) => {
          const known = new Map(before.map((edge) => [edge.id, edge]));
          return graph.edges.map((edge) => known.get(edgeKey(edge)) ?? drawnEdge(edge));
        });
      const added = drawn && graph.nodes.length > drawn.nodes.length ? graph.nodes.at(-1) : undefined;
      if (added) {
        const { position, style } = added;
        void setCenter(position.x + style.width / 2, position.y + style.height / 2, { zoom: getZoom() });
      }
      drawn = graph;
    };
    draw();
    return draft.subscribe(draw);
  }, [draft, setNodes, setEdges, setCenter, getZoom]);
}
