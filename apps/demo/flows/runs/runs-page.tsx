"use client";

import { flowRunsOptions, useDocuments, useRevisions } from "@headwater/react-hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { StepButton } from "../../document/page-bar.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { FlowHead } from "../shell/flow-head.tsx";
import { durationWords, timeWords } from "../time-words.ts";
import { ReplayRun } from "./replay-run.tsx";
import { Trace } from "./trace.tsx";

const pageSize = 20;

/** Runs and simulations, newest first; each opens to what happened at its nodes. */
export function RunsPage() {
  const name = useDraftState(({ saved }) => saved.name);
  const flow = useDocuments().flow(name);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string>();
  const runs = useQuery({
    ...flowRunsOptions(flow, { number: page, size: pageSize }),
    placeholderData: keepPreviousData,
  });
  const revisions = useRevisions(name);
  const numberOf = (id: string) =>
    revisions.data?.revisions.find(({ revision_id }) => revision_id === id)?.number;
  const show = (runId: string) => {
    setPage(1);
    setOpen(runId);
  };
  const pages = runs.data?.total_pages ?? 0;
  return (
    <main>
      <FlowHead page="runs" />
      <div className="sheet below-tabs">
        {runs.isPending ? <p className="wait">Reading the runs</p> : null}
        {runs.isError ? <TroubleNote error={runs.error} /> : null}
        {runs.data?.total === 0 ? (
          <p className="lead">
            It has not run yet. Runs are kept for a while, with what happened at each node.
          </p>
        ) : null}
        <ul className="ledger" aria-label="Runs">
          {runs.data?.runs.map((run) => (
            <li className="run-row columns" key={run.run_id}>
              <span className="label num">{timeWords(run.started_at)}</span>
              <div>
                <button
                  type="button"
                  className="title"
                  aria-expanded={open === run.run_id}
                  onClick={() => setOpen(open === run.run_id ? undefined : run.run_id)}
                >
                  {run.tests ? "The test set" : (run.query ?? "No question")}
                </button>
                {run.error ? <p className="hint bad">{run.error}</p> : null}
                {run.tests ? (
                  <p className="hint num">
                    {run.tests.passed} of {run.tests.judged} cases pass
                  </p>
                ) : null}
              </div>
              <span className="by num">
                {run.revision_id === null
                  ? "the draft"
                  : `revision ${numberOf(run.revision_id) ?? "that is gone"}`}
              </span>
              <span className="r num onlywide">{durationWords(run.elapsed_s)}</span>
              <span className={run.state === "failed" ? "st fail" : "st ready"}>
                {run.state === "failed" ? "Failed" : "Done"}
              </span>
              {open === run.run_id ? (
                <div className="opened">
                  <ReplayRun run={run} revisions={revisions.data?.revisions ?? []} onReplayed={show} />
                  <Trace runId={run.run_id} />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
        {pages > 1 ? <Paging page={page} pages={pages} onPage={setPage} what="runs" /> : null}
      </div>
    </main>
  );
}

type PagingProperties = { page: number; pages: number; onPage(page: number): void; what: string };

export function Paging({ page, pages, onPage, what }: PagingProperties) {
  return (
    <nav className="paging strip num" aria-label={`Pages of ${what}`}>
      <StepButton label="Previous" to={page - 1} pageCount={pages} onPage={onPage} />
      <span className="faint">
        {page} of {pages}
      </span>
      <StepButton label="Next" to={page + 1} pageCount={pages} onPage={onPage} />
    </nav>
  );
}
