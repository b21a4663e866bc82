"use client";

import { useRevisions, useRollbackFlow, useUndeployFlow } from "@headwater/react-hooks";
import type { Revision } from "@headwater/spec";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Link } from "../../shell/link.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { Question } from "../../sources/question.tsx";
import { compareAddress } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { FlowHead } from "../shell/flow-head.tsx";
import { timeWords } from "../time-words.ts";

/** What was deployed, newest first, with the way back to each. */
export function RevisionsPage() {
  const { name } = useDraftState(({ saved }) => saved);
  const revisions = useRevisions(name);
  const [rollback, undeployment] = [useRollbackFlow(name), useUndeployFlow(name)];
  const [told, setTold] = useState("");
  const change = useMutation({
    mutationFn: (to: Revision | undefined): Promise<unknown> =>
      to ? rollback.mutateAsync({ revision_id: to.revision_id }) : undeployment.mutateAsync(),
    onSuccess: (_, to) => setTold(to ? `Revision ${to.number} answers now.` : "The flow is taken down."),
  });
  const trouble = change.error ? troubleOf(change.error) : undefined;
  const list = revisions.data?.revisions ?? [];
  return (
    <main>
      <FlowHead page="revisions" />
      <div className="sheet below-tabs">
        <p className="off" role="status">
          {told}
        </p>
        {trouble ? (
          <p className="silent trouble" role="alert">
            <b>{trouble.what}</b> {trouble.help}
          </p>
        ) : null}
        {revisions.isPending ? <p className="wait">Reading the revisions</p> : null}
        {revisions.isError ? <TroubleNote error={revisions.error} /> : null}
        {revisions.data && list.length === 0 ? (
          <p className="lead">
            Nothing was deployed yet. Each deployment becomes a revision, which never changes.
          </p>
        ) : null}
        <ul className="ledger" aria-label="Revisions">
          {list.map((revision) => (
            <RevisionRow
              key={revision.revision_id}
              revision={revision}
              flowName={name}
              isBusy={change.isPending}
              onAnswer={(answers) => change.mutate(answers ? revision : undefined)}
            />
          ))}
        </ul>
      </div>
    </main>
  );
}

type RowProperties = {
  revision: Revision;
  flowName: string;
  isBusy: boolean;
  /** Lets this revision answer, or none. */
  onAnswer(answers: boolean): void;
};

function RevisionRow({ revision, flowName, isBusy, onAnswer }: RowProperties) {
  const { number, deployed, created_at, tool_description, revision_id } = revision;
  const [isAsked, setAsked] = useState(false);
  return (
    <li className="rev-row columns">
      <span className="label num">Revision {number}</span>
      <div>
        <p>
          {deployed ? (
            <span className="st ready">Deployed</span>
          ) : (
            <span className="faint">Deployed before</span>
          )}
          <span className="faint num">, made {timeWords(created_at)}</span>
        </p>
        {tool_description ? <p className="hint">{tool_description}</p> : null}
        {isAsked ? (
          <Question
            label={deployed ? "Take the flow down" : `Go back to revision ${number}`}
            onClose={() => setAsked(false)}
            leave="Not now"
          >
            <p>
              {deployed
                ? "Take the flow down? It no longer answers at its address. Its revisions stay."
                : `Let revision ${number} answer again, as it was? The draft stays as it is.`}
            </p>
            <button
              type="button"
              className={deployed ? "btn danger" : "btn main"}
              onClick={() => {
                setAsked(false);
                onAnswer(!deployed);
              }}
            >
              {deployed ? "Take it down" : "Go back to it"}
            </button>
          </Question>
        ) : null}
      </div>
      <div className="doings cluster">
        <Link href={compareAddress(flowName, revision_id, "draft")} prefetch={false}>
          Compare with the draft
        </Link>
        <BusyButton className="link" isBusy={isBusy} onClick={() => setAsked(true)}>
          {deployed ? "Take down" : `Go back to ${number}`}
        </BusyButton>
      </div>
    </li>
  );
}
