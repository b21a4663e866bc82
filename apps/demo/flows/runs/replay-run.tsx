"use client";

import { useReplayRun } from "@headwater/react-hooks";
import type { FlowRun, Revision } from "@headwater/spec";
import { useId, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Link } from "../../shell/link.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { compareRunsAddress } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";

type Properties = { run: FlowRun; revisions: readonly Revision[]; onReplayed(runId: string): void };

/** Runs the question of a run again: on what it ran on, another revision, or the draft. */
export function ReplayRun({ run, revisions, onReplayed }: Properties) {
  const name = useDraftState(({ saved }) => saved.name);
  const replay = useReplayRun(name);
  const own = run.revision_id ?? "draft";
  const isKept = own === "draft" || revisions.some(({ revision_id }) => revision_id === own);
  const [chosen, setChosen] = useState<string>();
  const revision = chosen ?? (isKept ? own : "draft");
  const id = useId();
  return (
    <div className="replay cluster">
      <label className="off" htmlFor={id}>
        Replay on
      </label>
      <select className="field" id={id} value={revision} onChange={({ target }) => setChosen(target.value)}>
        <option value="draft">On the draft</option>
        {revisions.map(({ revision_id, number, deployed }) => (
          <option key={revision_id} value={revision_id}>
            On revision {number}
            {deployed ? ", deployed" : ""}
          </option>
        ))}
      </select>
      <BusyButton
        className="btn"
        isBusy={replay.isPending}
        onClick={() =>
          replay.mutate({ run_id: run.run_id, revision }, { onSuccess: ({ run_id }) => onReplayed(run_id) })
        }
      >
        {replay.isPending ? "Replaying" : "Replay"}
      </BusyButton>
      <Link href={compareRunsAddress(name, undefined, run.run_id)} prefetch={false}>
        Compare with another run
      </Link>
      {replay.error ? <TroubleNote error={replay.error} /> : null}
    </div>
  );
}
