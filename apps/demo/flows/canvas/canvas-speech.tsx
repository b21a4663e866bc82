"use client";

import { useDraftState } from "../draft/draft-context.ts";
import { nodeState } from "../graph/node-state.ts";
import { spokenNode } from "../graph/spoken-node.ts";
import type { Connecting } from "./use-canvas-keys.tsx";

/** Reads the selected node, or what would be joined, and says which keys there are. */
export function CanvasSpeech({ connecting }: { connecting: Connecting | undefined }) {
  const { graph, nodes, selected, progress, changes } = useDraftState((state) => state);
  const node = selected === undefined ? undefined : nodes.get(selected);
  const words =
    node && spokenNode(graph, node, nodeState(node, progress.get(node.id), changes.nodes.get(node.id)).words);
  return (
    <>
      <p className="off" role="status">
        {connecting ? connectingWords(connecting, (id) => nodes.get(id)?.data.name ?? id) : words}
      </p>
      <p className="off" id="canvas-keys">
        Right and Left follow edges, Up and Down choose among several. Home goes to the first node. Enter
        opens the settings, Shift Enter the results. C connects, Delete removes. The page List shows the same
        as a list.
      </p>
      {connecting ? (
        <p className="connecting">{connectingWords(connecting, (id) => nodes.get(id)?.data.name ?? id)}</p>
      ) : null}
    </>
  );
}

function connectingWords({ source, targets, at }: Connecting, nameOf: (id: string) => string): string {
  const target = targets[at];
  if (target === undefined) return `${nameOf(source)} fits into no other node.`;
  return `${nameOf(source)} to ${nameOf(target)}, ${at + 1} of ${targets.length}. Enter connects, arrows choose another, Escape leaves it.`;
}
