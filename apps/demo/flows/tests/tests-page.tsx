"use client";

import { useFlowTests, useReplayRun, useRevisions } from "@headwater/react-hooks";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { flowAddress } from "../addresses.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { Trace } from "../runs/trace.tsx";
import { FlowHead } from "../shell/flow-head.tsx";
import { useTrying } from "../simulate/trying.tsx";
import { durationWords, timeWords } from "../time-words.ts";
import { Cases } from "./cases.tsx";
import { Figures } from "./figures.tsx";
import { isTested, testSetOf } from "./test-set.ts";
import { isGreen, testsGist } from "./test-words.ts";

/** How the test set of a flow fares: its figures with their last runs, its cases, and what happened in the last run. */
export function TestsPage() {
  const name = useDraftState(({ saved }) => saved.name);
  const deployed = useDraftState(({ saved }) => saved.revision_id);
  const canTest = useDraftState(({ graph }) => isTested(graph));
  const trying = useTrying();
  const tests = useFlowTests(name);
  const revisions = useRevisions(name);
  const replay = useReplayRun(name);
  const onWhat = (id: string | null) => {
    const found = revisions.data?.revisions.find(({ revision_id }) => revision_id === id);
    return id === null ? "the draft" : found ? `revision ${found.number}` : "a revision";
  };
  const [latest, ...earlier] = tests.data?.runs ?? [];
  const green = earlier.find(isGreen);
  const isBusy = trying.busy !== undefined || replay.isPending;
  return (
    <main>
      <FlowHead
        page="tests"
        doings={
          <>
            <AddCase />
            {latest && deployed ? (
              <BusyButton
                className="btn"
                isBusy={replay.isPending}
                isIdle={isBusy && !replay.isPending}
                onClick={() => replay.mutate({ run_id: latest.run_id, revision: deployed })}
              >
                {replay.isPending ? "Testing" : "Test what is deployed"}
              </BusyButton>
            ) : null}
            <BusyButton
              className="btn main"
              isBusy={trying.busy === "simulation"}
              isIdle={replay.isPending || trying.busy === "run" || !canTest}
              onClick={() => void trying.simulate(testQuery)}
            >
              {trying.busy === "simulation" ? "Testing" : "Run the tests"}
            </BusyButton>
          </>
        }
      />
      <div className="sheet below-tabs">
        <p className="off" role="status">
          {trying.busy === "simulation" ? trying.spoken : ""}
        </p>
        {trying.error ? <TroubleNote error={trying.error} /> : null}
        {replay.error ? <TroubleNote error={replay.error} /> : null}
        {tests.isPending ? <p className="wait">Reading the tests</p> : null}
        {tests.isError ? <TroubleNote error={tests.error} /> : null}
        {tests.data && !latest ? <NothingTested canTest={canTest} /> : null}
        {tests.data && latest ? (
          <>
            <p className="gist num">{testsGist(tests.data)}</p>
            <p className="lead num">
              {sentenceCase(onWhat(latest.revision_id))}, {timeWords(latest.started_at)},{" "}
              {durationWords(latest.elapsed_s)}.{" "}
              {green
                ? `The last green run was on ${timeWords(green.started_at)} on ${onWhat(green.revision_id)}.`
                : earlier.length > 0
                  ? "No earlier run that is kept was green."
                  : ""}
            </p>
            <Figures runs={tests.data.runs} />
            <Cases tests={tests.data} />
            <section aria-label="Trace of the last run">
              <div className="sect cluster" id="trace">
                <h2 className="h2">Trace of the last run</h2>
                <span className="label num">
                  {onWhat(latest.revision_id)}, {durationWords(latest.elapsed_s)}
                </span>
              </div>
              <Trace runId={latest.run_id} />
              <p className="hint">
                A hollow bar: taken from an earlier run, since nothing before it changed. Traces are kept for
                7 days.
              </p>
            </section>
          </>
        ) : null}
      </div>
    </main>
  );
}

/** A simulation needs a question; those of the test set are asked whatever it is. `headwater flow eval` says the same. */
const testQuery = "evaluation";

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Cases are questions of the test set: its settings are beside the list. */
function AddCase() {
  const draft = useDraft();
  const router = useRouter();
  const name = useDraftState(({ saved }) => saved.name);
  const testSet = useDraftState(({ graph }) => testSetOf(graph));
  const [isOnItsWay, startMoving] = useTransition();
  if (!testSet) return null;
  return (
    <BusyButton
      className="btn"
      isBusy={isOnItsWay}
      onClick={() => {
        draft.select(testSet.id);
        startMoving(() => router.push(flowAddress(name, "list")));
      }}
    >
      {isOnItsWay ? "Opening the test set" : "Add a case"}
    </BusyButton>
  );
}

function NothingTested({ canTest }: { canTest: boolean }) {
  if (canTest) return <p className="lead">Nothing was tested lately. Run the tests.</p>;
  return (
    <p className="lead">
      A flow is tested by a test set and an evaluation. Add both on the canvas: join the test set to a search
      of its own, and that search and the test set to the evaluation. A search that a test set is joined to
      asks its questions in place of yours.
    </p>
  );
}
