"use client";

import { useFlowRun } from "@headwater/react-hooks";
import type { FlowRun, FlowRunDetail } from "@headwater/spec";
import { useDraftState } from "../draft/draft-context.ts";
import { timeWords } from "../time-words.ts";

type Properties = { runs: readonly FlowRun[]; greenRunId: string | undefined };

/** What changed in the run after the last green one, by its trace: there the case broke. */
export function WhyItBroke({ runs, greenRunId }: Properties) {
  const name = useDraftState(({ saved }) => saved.name);
  const nodes = useDraftState((state) => state.nodes);
  const at = runs.findIndex(({ run_id }) => run_id === greenRunId);
  const broke = greenRunId === undefined ? undefined : at < 0 ? runs.at(-1) : runs[at - 1];
  const run = useFlowRun(name, broke?.run_id);
  if (!broke)
    return (
      <>
        <span className="label">Why</span>
        <p>It has passed in no run that is kept.</p>
      </>
    );
  if (!run.data) return null;
  const reasons = reasonsOf(run.data, (id) => nodes.get(id)?.data.name ?? id);
  const when = broke.run_id === runs[0]?.run_id ? "" : `It broke on ${timeWords(broke.started_at)}. `;
  return (
    <>
      <span className="label">Why</span>
      <p className="num">
        {when}
        {reasons.length > 0 ? `${reasons.join(". ")}.` : "Its trace names no node that changed."}
      </p>
    </>
  );
}

/** Reasons of the nodes that changed themselves; those after them ran because of these. */
export const reasonsOf = ({ nodes, revision_id }: FlowRunDetail, nameOf: (id: string) => string): string[] =>
  revision_id !== null
    ? ["It ran on a revision, of which every node runs each time"]
    : nodes
        .filter(
          ({ state, why }) => state !== "kept" && why !== "nothing changed" && why !== "the query changed",
        )
        .filter(({ why, type }) => type !== "dataset" || !why.startsWith("first run"))
        .filter(({ why }) => !/^what '.*' gives changed$/.test(why))
        .map(({ node_id, why }) => `${nameOf(node_id)}: ${why}`);
