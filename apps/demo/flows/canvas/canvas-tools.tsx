"use client";

import { type FitViewOptions, useReactFlow } from "@xyflow/react";
import { useDraftState } from "../draft/draft-context.ts";
import { counted } from "../graph/node-summary.ts";

/** How much of the graph is in view. The canvas has keys for the same: 0, + and -. */
export function CanvasTools({ fitViewOptions }: { fitViewOptions: FitViewOptions }) {
  const { fitView, zoomIn, zoomOut } = useReactFlow();
  const count = useDraftState(({ nodes }) => nodes.size);
  return (
    <div className="zoom strip onlywide">
      <span className="num">{counted(count, "node", "nodes")}</span>
      <button type="button" className="btn bare" onClick={() => void fitView(fitViewOptions)}>
        Fit
      </button>
      <button type="button" className="btn bare" onClick={() => void zoomIn()}>
        Larger
      </button>
      <button type="button" className="btn bare" onClick={() => void zoomOut()}>
        Smaller
      </button>
    </div>
  );
}
