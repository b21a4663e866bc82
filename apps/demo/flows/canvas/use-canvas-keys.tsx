"use client";

import { useReactFlow } from "@xyflow/react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import { Question } from "../../sources/question.tsx";
import { nodeAddress } from "../addresses.ts";
import { useDraft } from "../draft/draft-context.ts";
import { connect, removeNode, targetsFor } from "../graph/commands.ts";
import { nextNode } from "./next-node.ts";

/** A connection that is being made with the keyboard: which of the possible targets is meant. */
export type Connecting = { source: string; targets: readonly string[]; at: number };

const arrows = new Set(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"]);

/** The keys of the canvas. */
export function useCanvasKeys({ stage, onOpen }: { stage: RefObject<HTMLElement | null>; onOpen(): void }): {
  onKeyDown(event: KeyboardEvent): void;
  connecting: Connecting | undefined;
  /** Asks before a node is removed. */
  question: ReactNode;
} {
  const draft = useDraft();
  const router = useRouter();
  const { setCenter, getZoom, zoomIn, zoomOut, fitView } = useReactFlow();
  const [connecting, setConnecting] = useState<Connecting>();
  const [removing, setRemoving] = useState<string>();

  const go = (id: string | undefined) => {
    const node = id === undefined ? undefined : draft.get().nodes.get(id);
    if (!node) return;
    draft.select(node.id);
    const { position, style } = node;
    void setCenter(position.x + style.width / 2, position.y + style.height / 2, { zoom: getZoom() });
  };

  const whileConnecting = (key: string, { source, targets, at }: Connecting) => {
    if (key === "Escape") setConnecting(undefined);
    else if (key === "Enter") {
      const target = targets[at];
      setConnecting(undefined);
      if (target !== undefined) draft.edit((graph) => connect(graph, source, target));
    } else if (arrows.has(key) && targets.length > 0) {
      const step = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
      setConnecting({ source, targets, at: (at + step + targets.length) % targets.length });
    } else return false;
    return true;
  };

  const onKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (connecting) return whileConnecting(key, connecting);
    const { selected, graph, saved } = draft.get();
    if (arrows.has(key)) go(nextNode(graph, selected, key));
    else if (key === "+") void zoomIn();
    else if (key === "-") void zoomOut();
    else if (key === "0") void fitView();
    else if (selected === undefined) return false;
    else if (key === "Enter" && shiftKey) router.push(nodeAddress(saved.name, selected));
    else if (key === "Enter") onOpen();
    else if (key === "Escape") draft.select(undefined);
    else if (key === "Delete" || key === "Backspace") setRemoving(selected);
    else if (key.toLowerCase() === "c")
      setConnecting({ source: selected, targets: targetsFor(graph, selected).map(({ id }) => id), at: 0 });
    else return false;
    return true;
  };

  const close = () => {
    setRemoving(undefined);
    stage.current?.focus();
  };
  const name = removing === undefined ? "" : (draft.get().nodes.get(removing)?.data.name ?? removing);
  return {
    connecting,
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      if (onKey(event)) event.preventDefault();
    },
    question:
      removing === undefined ? null : (
        <div className="canvas-question">
          <Question label={`Remove ${name}`} onClose={close} leave="Keep it">
            <p>Remove {name} and its connections? Nothing is lost before you save.</p>
            <button
              type="button"
              className="btn danger"
              onClick={() => {
                draft.edit((graph) => removeNode(graph, removing));
                close();
              }}
            >
              Remove the node
            </button>
          </Question>
        </div>
      ),
  };
}
