"use client";

import { Link } from "../../shell/link.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { nodeAddress } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { counted } from "../graph/node-summary.ts";
import { HitList } from "./hit-list.tsx";
import { useTrying } from "./trying.tsx";

/** The question to try a flow with, and what came of it. */
export function TryLine() {
  const trying = useTrying();
  const responses = useDraftState(
    ({ graph }) => graph.nodes.filter(({ type }) => type === "response").length,
  );
  const { query, busy } = trying;
  return (
    <>
      <form
        className="try columns"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy === undefined && query.trim() !== "") void trying.simulate();
        }}
      >
        <label className="off" htmlFor="try-question">
          Question to simulate
        </label>
        <input
          className="field"
          id="try-question"
          placeholder="Question to simulate"
          maxLength={32_000}
          value={query}
          onChange={({ target }) => trying.setQuery(target.value)}
        />
        {busy ? (
          // The keys keep these two apart. One element for both would turn into the submit button within its own click.
          <button key="stop" type="button" className="btn" aria-busy="true" onClick={trying.stop}>
            {busy === "run" ? "Stop the run" : "Stop the simulation"}
          </button>
        ) : (
          <button key="start" type="submit" className="btn" disabled={query.trim() === ""}>
            Simulate
          </button>
        )}
      </form>
      <p className="off" role="status">
        {trying.spoken}
      </p>
      <section className="hits" aria-label="What came of it">
        {responses === 0 ? (
          <p className="hint">The flow has no response node yet, so it cannot answer.</p>
        ) : null}
        <Outcome />
      </section>
    </>
  );
}

function Outcome() {
  const { outcome, error } = useTrying();
  const flowName = useDraftState(({ saved }) => saved.name);
  const failed = useDraftState(({ graph }) => graph.nodes.find(({ data }) => data.result?.has_error));
  if (error !== undefined) {
    const { what, help } = troubleOf(error);
    return (
      <div role="alert">
        <p className="silent trouble">
          <b>{what}</b> {help}{" "}
          {failed ? (
            <Link href={nodeAddress(flowName, failed.id)} prefetch={false}>
              What happened at {failed.data.name}
            </Link>
          ) : null}
        </p>
      </div>
    );
  }
  if (!outcome) return null;
  const { kind, hits, total } = outcome;
  return (
    <>
      <p className="label num outcome">
        {hits.length < total ? `${hits.length} of ` : null}
        {counted(total, "result", "results")} from {kind === "run" ? "what is deployed" : "the draft"} for{" "}
        <q>{outcome.query}</q>
      </p>
      {total === 0 ? <p className="hint">No passage matches. Try other words or other files.</p> : null}
      <HitList hits={hits} />
    </>
  );
}
