"use client";

import { useExplainFlow } from "@headwater/react-hooks";
import type { ExplainedNode } from "@headwater/spec";
import { BusyButton } from "../../shell/busy-button.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { counted } from "../graph/node-summary.ts";
import { downstream, runningOrder } from "../graph/order.ts";
import { useTrying } from "../simulate/trying.tsx";

/** Why the node runs at the next simulation, and what that costs, node by node. Nothing runs for it. */
export function WhyItRuns({ nodeId }: { nodeId: string }) {
  const saved = useDraftState((state) => state.saved);
  const trying = useTrying();
  const query = trying.outcome?.kind === "simulation" ? trying.outcome.query : undefined;
  const explained = useExplainFlow(saved.name, query);
  const byId = new Map(explained.data?.nodes.map((node) => [node.node_id, node]));
  const own = byId.get(nodeId);
  const behind = downstream(saved.graph, nodeId);
  const rows = runningOrder(saved.graph).filter(({ id }) => behind.has(id) && byId.has(id));
  return (
    <div className="says columns">
      <span className="label">If it runs now</span>
      {explained.isError ? <TroubleNote error={explained.error} /> : null}
      {explained.isPending ? <p className="wait">Counting</p> : null}
      {own ? (
        <>
          <p className="say num">{own.runs ? sentence(own.why) : `It is kept: ${own.why}.`}</p>
          <p className="hint">Counted for what is saved. Nothing has run yet.</p>
        </>
      ) : null}
      {rows.length > 0 ? (
        <div>
          <table className="res cost">
            <thead>
              <tr>
                <th>Node</th>
                <th>Why</th>
                <th className="r">Files</th>
                <th className="r">Chunks</th>
                <th className="r">Model calls</th>
                <th className="r">Tokens</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, data }) => (
                <CostRow key={id} name={data.name} node={byId.get(id) as ExplainedNode} />
              ))}
            </tbody>
          </table>
          <div className="doings cluster">
            <BusyButton
              className="btn"
              isBusy={trying.busy !== undefined}
              isIdle={trying.query.trim() === ""}
              onClick={() => void trying.simulate()}
            >
              {trying.busy === "simulation" ? "Simulating" : "Simulate"}
            </BusyButton>
            <span className="faint num">
              {trying.query.trim() === ""
                ? "Write a question on the canvas first."
                : costWords(explained.data?.cost ?? { model_calls: 0, tokens: 0 })}
            </span>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function CostRow({ name, node: { why, runs, cost } }: { name: string; node: ExplainedNode }) {
  const cell = (label: string, unit: string, number: number) => (
    <td className={number === 0 ? "r zero" : "r"} data-l={label} data-u={unit}>
      {number.toLocaleString("en")}
    </td>
  );
  return (
    <tr>
      <td data-l="Node">{name}</td>
      <td data-l="Why" className="faint">
        {runs ? why : `kept, ${why}`}
      </td>
      {cell("Files", "files", cost.files)}
      {cell("Chunks", "chunks", cost.chunks)}
      {cell("Model calls", "model calls", cost.model_calls)}
      {cell("Tokens", "tokens", cost.tokens)}
    </tr>
  );
}

const costWords = ({ model_calls, tokens }: { model_calls: number; tokens: number }): string =>
  model_calls === 0
    ? "No model is called."
    : `${counted(model_calls, "model call", "model calls")}, about ${counted(tokens, "token", "tokens")}`;

const sentence = (why: string): string =>
  `${why.charAt(0).toUpperCase()}${why.slice(1)}${/[.!?]$/.test(why) ? "" : "."}`;
