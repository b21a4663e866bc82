"use client";

import dynamic from "next/dynamic";
import { useCallback } from "react";
import { useIsNarrow } from "../../extract/use-is-narrow.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { NodeList } from "../nodes/node-list.tsx";
import { AddPanel } from "../settings/add-panel.tsx";
import { SettingsPanel } from "../settings/settings-panel.tsx";
import { TryLine } from "../simulate/try-line.tsx";
import { FlowHead } from "./flow-head.tsx";

/** The canvas library is loaded where a canvas is drawn, and nowhere else. */
const Canvas = dynamic(() => import("../canvas/canvas.tsx").then(({ Canvas }) => Canvas), {
  ssr: false,
  loading: () => <p className="stage wait">Drawing the flow</p>,
});

/** A flow as a drawing or as a list, with the settings of the selected node beside it. */
export function FlowWorkspace({ view }: { view: "canvas" | "list" }) {
  const draft = useDraft();
  const isNarrow = useIsNarrow();
  const isEmpty = useDraftState(({ nodes }) => nodes.size === 0);
  const node = useDraftState(({ nodes, selected }) =>
    selected === undefined ? undefined : nodes.get(selected),
  );
  const open = useCallback(() => document.getElementById("settings-heading")?.focus(), []);
  const close = useCallback(() => {
    const { selected } = draft.get();
    const row = selected === undefined ? null : document.getElementById(`row-${selected}`);
    (row ?? document.querySelector<HTMLElement>(".stage"))?.focus();
  }, [draft]);
  return (
    <main className="flow columns">
      <section className="canvas" aria-label="Flow">
        <FlowHead page={view === "list" ? "list" : ""} />
        {isEmpty ? (
          <div className="stage empty">
            <p>The flow is empty. Add a dataset, then what its files go into.</p>
          </div>
        ) : view === "list" || isNarrow ? (
          <NodeList onOpen={open} />
        ) : (
          <Canvas onOpen={open} />
        )}
        <TryLine />
      </section>
      {node ? <SettingsPanel node={node} onClose={close} /> : <AddPanel />}
    </main>
  );
}
