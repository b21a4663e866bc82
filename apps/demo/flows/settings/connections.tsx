"use client";

import { nodePorts } from "@headwater/spec";
import { useId } from "react";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { newNodeId } from "../draft/new-node-id.ts";
import { addNode, connect, disconnect, targetsFor } from "../graph/commands.ts";
import { after, before, type GraphNode, type NodeType } from "../graph/graph.ts";

/** What a node takes from and feeds, with every way to change that. */
export function Connections({ node }: { node: GraphNode }) {
  const draft = useDraft();
  const graph = useDraftState((state) => state.graph);
  const id = useId();
  const targets = targetsFor(graph, node.id);
  const add = (type: NodeType) => {
    const newId = newNodeId(graph, type);
    draft.edit((graph) => connect(addNode(graph, type, newId, node.id), node.id, newId));
    draft.select(newId);
  };
  return (
    <div className="grp joined">
      <Joined
        title="Takes from"
        ids={before(graph, node.id)}
        onTakeAway={(other) => draft.edit((graph) => disconnect(graph, other, node.id))}
      />
      <Joined
        title="Feeds"
        ids={after(graph, node.id)}
        onTakeAway={(other) => draft.edit((graph) => disconnect(graph, node.id, other))}
      />
      {targets.length > 0 ? (
        <>
          <label className="fl" htmlFor={id}>
            Feed another node
          </label>
          <select
            className="field"
            id={id}
            value=""
            onChange={({ target }) => draft.edit((graph) => connect(graph, node.id, target.value))}
          >
            <option value="">Choose a node</option>
            {targets.map(({ id, type, data }) => (
              <option key={id} value={id}>
                {data.name}, {type}
              </option>
            ))}
          </select>
        </>
      ) : null}
      {nodePorts[node.type].length > 0 ? (
        <p className="add-after cluster">
          <span className="fl">Add after it</span>
          {nodePorts[node.type].map((type) => (
            <button type="button" className="btn bare" key={type} onClick={() => add(type)}>
              {type}
            </button>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function Joined({
  title,
  ids,
  onTakeAway,
}: {
  title: string;
  ids: readonly string[];
  onTakeAway(id: string): void;
}) {
  const draft = useDraft();
  const nodes = useDraftState((state) => state.nodes);
  if (ids.length === 0) return null;
  return (
    <>
      <span className="fl">{title}</span>
      <ul>
        {ids.map((id) => {
          const name = nodes.get(id)?.data.name ?? id;
          return (
            <li key={id}>
              <button type="button" className="link" onClick={() => draft.select(id)}>
                {name}
              </button>
              <button
                type="button"
                className="link faint"
                aria-label={`Disconnect ${name}`}
                onClick={() => onTakeAway(id)}
              >
                Disconnect
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
