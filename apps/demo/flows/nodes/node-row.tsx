"use client";

import { type CSSProperties, type KeyboardEvent, memo } from "react";
import { useDraftState } from "../draft/draft-context.ts";
import { after, before, type Graph, type GraphNode, nodeOf } from "../graph/graph.ts";
import { nodeState } from "../graph/node-state.ts";
import { nodeSummary } from "../graph/node-summary.ts";
import { inWords } from "../graph/spoken-node.ts";

type Properties = {
  node: GraphNode;
  graph: Graph;
  /** How far the row is set in. */
  depth: number;
  /** Whether Tab stops here. */
  isStop: boolean;
  onSelect(): void;
  onKeyDown(event: KeyboardEvent): void;
};

export const NodeRow = memo(function NodeRow({
  node,
  graph,
  depth,
  isStop,
  onSelect,
  onKeyDown,
}: Properties) {
  const progress = useDraftState((state) => state.progress.get(node.id));
  const change = useDraftState(({ changes }) => changes.nodes.get(node.id));
  const isSelected = useDraftState(({ selected }) => selected === node.id);
  const { shape, words } = nodeState(node, progress, change);
  const names = (ids: readonly string[]) => ids.map((id) => nodeOf(graph, id)?.data.name ?? id);
  const from = names(before(graph, node.id));
  const to = names(after(graph, node.id));
  return (
    <li style={{ "--depth": depth } as CSSProperties}>
      <button
        type="button"
        id={`row-${node.id}`}
        className={isSelected ? `node-row columns sel ${shape}` : `node-row columns ${shape}`}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isSelected}
        onClick={onSelect}
        onFocus={onSelect}
        onKeyDown={onKeyDown}
      >
        {change ? <span className="mk onlynarrow">{change}</span> : null}
        <b>{node.data.name}</b>
        <Comma />
        <span className="label">{node.type}</span>
        <Comma />
        <span className={`st num ${shape}`}>{words}</span>
        <Comma />
        <span className="cfg num">{nodeSummary(node)}</span>
        <Comma />
        <span className="cfg from onlywide">{from.length > 0 ? `after ${inWords(from)}` : ""}</span>
        <span className="off">{to.length > 0 ? `, before ${inWords(to)}` : ""}</span>
      </button>
    </li>
  );
});

/** A pause for screen readers between the columns of a row. */
const Comma = () => <span className="off">, </span>;
