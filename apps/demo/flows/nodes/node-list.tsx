"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Question } from "../../sources/question.tsx";
import { nodeAddress } from "../addresses.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { removeNode } from "../graph/commands.ts";
import { depths, runningOrder } from "../graph/order.ts";
import { NodeRow } from "./node-row.tsx";

/** The nodes in the order in which they run. It is one stop of Tab; Up and Down walk the rows. */
export function NodeList({ onOpen }: { onOpen(): void }) {
  const draft = useDraft();
  const router = useRouter();
  const graph = useDraftState((state) => state.graph);
  const selected = useDraftState((state) => state.selected);
  const list = useRef<HTMLUListElement>(null);
  const [removing, setRemoving] = useState<string>();
  const order = useMemo(() => runningOrder(graph), [graph]);
  const depth = useMemo(() => depths(graph), [graph]);
  const stop = selected ?? order[0]?.id;

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    draft.select(id);
    document.getElementById(`row-${id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const at = order.findIndex((node) => node.id === id);
    const next = {
      ArrowDown: order[at + 1],
      ArrowUp: order[at - 1],
      Home: order[0],
      End: order.at(-1),
    }[event.key];
    if (next) focus(next.id);
    else if (event.key === "Enter" && event.shiftKey) router.push(nodeAddress(draft.get().saved.name, id));
    else if (event.key === "Enter") requestAnimationFrame(onOpen);
    else if (event.key === "Delete") setRemoving(id);
    else return;
    if (event.key !== "Enter" || event.shiftKey) event.preventDefault();
  };
  const close = (id: string | undefined) => {
    setRemoving(undefined);
    requestAnimationFrame(() => document.getElementById(`row-${id}`)?.focus());
  };
  const remove = (id: string) => {
    const at = order.findIndex((node) => node.id === id);
    const next = (order[at + 1] ?? order[at - 1])?.id;
    draft.edit((graph) => removeNode(graph, id));
    draft.select(next);
    close(next);
  };
  const removedName = graph.nodes.find(({ id }) => id === removing)?.data.name;

  return (
    <div className="node-list">
      <ul aria-label="Nodes in running order" ref={list}>
        {order.map((node) => (
          <NodeRow
            key={node.id}
            node={node}
            graph={graph}
            depth={Math.min(depth.get(node.id) ?? 0, 6)}
            isStop={node.id === stop}
            onSelect={() => draft.select(node.id)}
            onKeyDown={(event) => onKeyDown(event, node.id)}
          />
        ))}
      </ul>
      {removing !== undefined && removedName !== undefined ? (
        <Question label={`Remove ${removedName}`} onClose={() => close(removing)} leave="Keep it">
          <p>Remove {removedName} and its connections? Nothing is lost before you save.</p>
          <button type="button" className="btn danger" onClick={() => remove(removing)}>
            Remove the node
          </button>
        </Question>
      ) : null}
    </div>
  );
}
