"use client";

import { useDocuments } from "@headwater/react-hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { listRevisions, listRuns } from "../calls/flow-calls.ts";
import { flowKeys } from "../calls/flow-keys.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { FlowHead } from "../shell/flow-head.tsx";
import { durationWords, timeWords } from "../time-words.ts";
import { Trace } from "./trace.tsx";

/** Runs and simulations, newest first; each opens to what happened at its nodes. */
export function RunsPage() {
  const name = useDraftState(({ saved }) => saved.name);
  const flow = useDocuments().flow(name);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string>();
  const runs = useQuery({
    queryKey: flowKeys.runs(flow, page),
    queryFn: ({ signal }) => listRuns(flow, page, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const revisions = useQuery({
    queryKey: flowKeys.revisions(flow),
    queryFn: ({ signal }) => listRevisions(flow, signal),
    retry: false,
  });
  const numberOf = (id: string) =>
    revisions.data?.revisions.find(({ revision_id }) => revision_id === id)?.number;
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
            <li className="run-row" key={run.run_id}>
              <span className="label num">{timeWords(run.started_at)}</span>
              <div>
                <button
                  type="button"
                  className="title"
                  aria-expanded={open === run.run_id}
                  onClick={() => setOpen(open === run.run_id ? undefined : run.run_id)}
                >
                  {run.query ?? "No question"}
                </button>
                {run.error ? <p className="hint bad">{run.error}</p> : null}
              </div>
              <span className="by num">
                {run.revision_id === null
                  ? "the draft"
                  : `revision ${numberOf(run.revision_id) ?? "that is gone"}`}
              </span>
              <span className="r num">{durationWords(run.elapsed_s)}</span>
              <span className={run.state === "failed" ? "st fail" : "st ready"}>
                {run.state === "failed" ? "Failed" : "Done"}
              </span>
              {open === run.run_id ? <Trace runId={run.run_id} /> : null}
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
    <nav className="paging num" aria-label={`Pages of ${what}`}>
      <button type="button" className="btn bare" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span className="faint">
        {page} of {pages}
      </span>
      <button type="button" className="btn bare" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
