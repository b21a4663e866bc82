"use client";

import "@xyflow/react/dist/base.css";
import { type Connection, type Edge, type Node, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { connect, moveNode, whyNot } from "../graph/commands.ts";
import { CanvasEdge } from "./canvas-edge.tsx";
import { CanvasNode } from "./canvas-node.tsx";
import { CanvasSpeech } from "./canvas-speech.tsx";
import { CanvasTools } from "./canvas-tools.tsx";
import { drawnEdges, drawnNodes } from "./drawn.ts";
import { useCanvasKeys } from "./use-canvas-keys.tsx";
import { useDrawnGraph } from "./use-drawn-graph.ts";

const nodeTypes = { node: CanvasNode };
const edgeTypes = { edge: CanvasEdge };
const fitViewOptions = { padding: 0.05, maxZoom: 1, minZoom: 0.45 };

type Properties = {
  /** Opens the settings of the selected node and moves the focus there. */
  onOpen(): void;
};

/** The graph of a flow, drawn. It is one stop of Tab; screen readers announce its keys when it is entered. */
export function Canvas(properties: Properties) {
  return (
    <ReactFlowProvider>
      <Drawing {...properties} />
    </ReactFlowProvider>
  );
}

/**
 * The canvas keeps the places of nodes itself while they are dragged, so that a frame of it passes through no state of
 * ours. The draft gets the place of a node when it is put down.
 */
function Drawing({ onOpen }: Properties) {
  const draft = useDraft();
  const name = useDraftState(({ saved }) => saved.name);
  const stage = useRef<HTMLElement>(null);
  const [first] = useState(() => ({
    nodes: drawnNodes(draft.get().graph),
    edges: drawnEdges(draft.get().graph),
  }));
  useDrawnGraph();
  const keys = useCanvasKeys({ stage, onOpen });

  const fitsHere = useCallback(
    ({ source, target }: Connection | Edge) => whyNot(draft.get().graph, source, target) === undefined,
    [draft],
  );
  const handlers = useMemo(
    () => ({
      onNodeClick: (_: unknown, node: Node) => {
        draft.select(node.id);
        stage.current?.focus({ preventScroll: true });
      },
      onNodeDoubleClick: () => onOpen(),
      onEdgeClick: (_: unknown, edge: Edge) => draft.select(edge.target),
      onPaneClick: () => draft.select(undefined),
      onNodeDragStop: (_: unknown, __: Node, moved: Node[]) =>
        draft.edit((graph) => moved.reduce((next, { id, position }) => moveNode(next, id, position), graph)),
      onConnect: ({ source, target }: Connection) => draft.edit((graph) => connect(graph, source, target)),
    }),
    [draft, onOpen],
  );

  return (
    <>
      <section
        className="stage"
        ref={stage}
        role="application"
        aria-label={`Canvas of ${name}`}
        aria-describedby="canvas-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys for all nodes
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        <ReactFlow
          defaultNodes={first.nodes}
          defaultEdges={first.edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          isValidConnection={fitsHere}
          onlyRenderVisibleElements
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          zoomOnScroll={false}
          zoomActivationKeyCode="Control"
          minZoom={0.1}
          maxZoom={1.6}
          attributionPosition="bottom-left"
          fitView
          fitViewOptions={fitViewOptions}
        />
        <CanvasTools fitViewOptions={fitViewOptions} />
      </section>
      <CanvasSpeech connecting={keys.connecting} />
      {keys.question}
    </>
  );
}
