"use client";

import { useFlowRun } from "@headwater/react-hooks";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { durationWords } from "../time-words.ts";

/** What happened at each node of a run: a bar along the whole time, and the same in figures. */
export function Trace({ runId }: { runId: string }) {
  const name = useDraftState(({ saved }) => saved.name);
  const nodes = useDraftState((state) => state.nodes);
  const run = useFlowRun(name, runId);
  if (run.isError) return <TroubleNote error={run.error} />;
  if (!run.data) return <p className="wait">Reading the run</p>;
  const traced = run.data.nodes;
  const whole = Math.max(
    0.001,
    traced.reduce((sum, { elapsed_s }) => sum + elapsed_s, 0),
  );
  const starts = traced.map((_, at) =>
    traced.slice(0, at).reduce((sum, { elapsed_s }) => sum + elapsed_s, 0),
  );
  return (
    <table className="res trace">
      <thead>
        <tr>
          <th>Node</th>
          <th>What happened</th>
          <th aria-label="Share of the time" />
          <th className="r">Time</th>
          <th className="r">In</th>
          <th className="r">Out</th>
          <th className="r">Tokens</th>
        </tr>
      </thead>
      <tbody>
        {traced.map(({ node_id, state, why, elapsed_s, items_in, items_out, usage }, at) => (
          <tr key={node_id}>
            <td data-l="Node">
              <b>{nodes.get(node_id)?.data.name ?? node_id}</b>
            </td>
            <td data-l="What happened" className={state === "failed" ? "bad" : "faint"}>
              {why || state}
            </td>
            <td className="tb onlywide" aria-hidden="true">
              <i
                className={state === "kept" ? "kept" : undefined}
                style={{
                  left: `${(100 * (starts[at] ?? 0)) / whole}%`,
                  width: `${(100 * elapsed_s) / whole}%`,
                }}
              />
            </td>
            <td className="r num" data-l="Time">
              {durationWords(elapsed_s)}
            </td>
            <td className="r num" data-l="In">
              {items_in.toLocaleString("en")}
            </td>
            <td className="r num" data-l="Out">
              {items_out.toLocaleString("en")}
            </td>
            <td className="r num" data-l="Tokens">
              {((usage.tokens_in ?? 0) + (usage.tokens_out ?? 0)).toLocaleString("en")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
