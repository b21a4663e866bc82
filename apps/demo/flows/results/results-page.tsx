"use client";

import { useEffect } from "react";
import { Link } from "../../shell/link.tsx";
import { flowAddress } from "../addresses.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { nodeState } from "../graph/node-state.ts";
import { SettingsPanel } from "../settings/settings-panel.tsx";
import { SaveNote } from "../shell/save-note.tsx";
import { NameGraph } from "./name-graph.tsx";
import { NodeItems } from "./node-items.tsx";
import { resultFacts } from "./result-facts.ts";
import { WhyItRuns } from "./why-it-runs.tsx";

/** What the latest simulation left at a node, why it runs again, and its settings. */
export function ResultsPage({ nodeId }: { nodeId: string }) {
  const draft = useDraft();
  const name = useDraftState(({ saved }) => saved.name);
  const node = useDraftState(({ nodes }) => nodes.get(nodeId));
  const change = useDraftState(({ changes }) => changes.nodes.get(nodeId));
  const progress = useDraftState((state) => state.progress.get(nodeId));
  // The way back leads to the same node.
  useEffect(() => draft.select(nodeId), [draft, nodeId]);
  if (!node)
    return (
      <main className="sheet">
        <p className="label crumb cluster">
          <Link href="/flows">Flows</Link>
          <Link href={flowAddress(name)}>{name}</Link>
        </p>
        <p className="lead">The flow has no such node.</p>
      </main>
    );
  const state = nodeState(node, progress, change);
  return (
    <main>
      <div className="dochead columns">
        <div>
          <p className="label crumb cluster reach">
            <Link href="/flows">Flows</Link>
            <Link href={flowAddress(name)}>{name}</Link>
          </p>
          <h1 className="heading">{node.data.name}</h1>
          <p className="facts cluster num">
            <span>{node.type}</span>
            {resultFacts(node.data.result).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            <span className="mono">{node.id}</span>
            <span className={`st ${state.shape}`}>{state.words}</span>
          </p>
        </div>
        <div className="doings cluster">
          <Link className="btn" href={flowAddress(name)}>
            Back to the canvas
          </Link>
        </div>
        <SaveNote />
      </div>
      <div className="flow columns">
        <section className="work" aria-label={`Results of ${node.data.name}`}>
          <WhyItRuns nodeId={nodeId} />
          {node.type === "graph-rag" ? <NameGraph node={node} /> : null}
          <NodeItems node={node} />
        </section>
        <SettingsPanel node={node} onClose={() => document.querySelector<HTMLElement>("h1")?.focus()} />
      </div>
    </main>
  );
}
