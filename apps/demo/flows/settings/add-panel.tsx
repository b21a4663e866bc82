"use client";

import { useDraft } from "../draft/draft-context.ts";
import { newNodeId } from "../draft/new-node-id.ts";
import { addNode } from "../graph/commands.ts";
import { type NodeType, nodeTypes } from "../graph/graph.ts";
import { nodeKinds } from "../graph/node-kinds.ts";

/** What can be added, while no node is selected. */
export function AddPanel() {
  const draft = useDraft();
  const add = (type: NodeType) => {
    const id = newNodeId(draft.get().graph, type);
    draft.edit((graph) => addNode(graph, type, id));
    draft.select(id);
    // The pressed button gives way to the settings of the new node.
    requestAnimationFrame(() => document.getElementById("settings-heading")?.focus());
  };
  return (
    <aside className="side" aria-label="Add a node">
      <h2 className="h2">Add a node</h2>
      <p className="hint">Or choose one of the flow to set it.</p>
      <ul className="addable">
        {nodeTypes.map((type) => (
          <li key={type}>
            <button type="button" className="link" onClick={() => add(type)}>
              {type}
            </button>
            <span className="faint">{nodeKinds[type].does}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
