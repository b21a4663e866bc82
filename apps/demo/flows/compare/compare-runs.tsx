"use client";

import { useFlowRuns, useRevisions } from "@headwater/react-hooks";
import type { FlowRun } from "@headwater/spec";
import type { ReactNode } from "react";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { timeWords } from "../time-words.ts";
import { comparedQuestions, questionsGist } from "./compared-questions.ts";
import { Faces } from "./faces.tsx";
import { Results } from "./results.tsx";
import { Sides } from "./sides.tsx";
import { useGraphOf } from "./use-graph-of.ts";
import { useRunQuestions } from "./use-run-questions.ts";
import { useSavedDiff } from "./use-saved-diff.ts";

/** Runs that can be chosen from: a page of the list. */
const listed = { number: 1, size: 100 };

type Properties = {
  from: string | undefined;
  to: string | undefined;
  question: string | undefined;
  choice: ReactNode;
  onShow(from: string, to: string): void;
};

/** Two runs: what each gave for every question that both asked, and the graphs they ran on. */
export function CompareRuns({ from: wantedLeft, to: wantedRight, question, choice, onShow }: Properties) {
  const name = useDraftState(({ saved }) => saved.name);
  const runs = useFlowRuns(name, listed);
  const revisions = useRevisions(name);
  const done = runs.data?.runs.filter(({ state }) => state === "done") ?? [];
  const to = wantedRight ?? done[0]?.run_id;
  const from = wantedLeft ?? before(done, to)?.run_id;
  const left = useRunQuestions(name, from);
  const right = useRunQuestions(name, to);
  const onWhat = ({ revision_id }: FlowRun) =>
    revision_id === null
      ? "the draft"
      : `revision ${revisions.data?.revisions.find((each) => each.revision_id === revision_id)?.number ?? "that is gone"}`;
  const nameOf = (id: string | undefined) => {
    const run = runs.data?.runs.find(({ run_id }) => run_id === id);
    return run ? `Run of ${timeWords(run.started_at)}` : "A run";
  };
  if (runs.isPending) return <p className="wait">Reading the runs</p>;
  if (runs.isError) return <TroubleNote error={runs.error} />;
  if (from === undefined || to === undefined)
    return (
      <>
        <p className="lead">There are no two runs to compare yet.</p>
        <div className="vs cluster">{choice}</div>
      </>
    );
  const names = [nameOf(from), nameOf(to)] as const;
  const questions = left.data && right.data && comparedQuestions(left.data, right.data);
  const error = left.error ?? right.error;
  return (
    <>
      {questions ? <p className="gist num">{sentence(questionsGist(questions))}</p> : null}
      <Sides
        choice={choice}
        from={from}
        to={to}
        onShow={onShow}
        options={done.map((run) => ({
          value: run.run_id,
          text: `${timeWords(run.started_at)}, ${onWhat(run)}, ${run.tests ? `${run.tests.passed} of ${run.tests.judged} cases pass` : (run.query ?? "no question")}`,
        }))}
      />
      {error ? <TroubleNote error={error} /> : null}
      {!questions && !error ? <p className="wait">Comparing</p> : null}
      <RanOn
        runs={[from, to].map((id) => runs.data?.runs.find(({ run_id }) => run_id === id))}
        names={names}
      />
      {questions?.length ? (
        <Results key={`${from} ${to}`} questions={questions} names={names} asked={question} />
      ) : null}
    </>
  );
}

type RanOnProperties = { runs: readonly (FlowRun | undefined)[]; names: readonly [string, string] };

/** The graphs of two runs. Of the draft only what is saved now is known. */
function RanOn({ runs: [left, right], names }: RanOnProperties) {
  const [from, to] = [left, right].map((run) => run && (run.revision_id ?? "draft"));
  const difference = useSavedDiff(from, to ?? "draft");
  const [before, after] = [useGraphOf(from), useGraphOf(to)];
  if (from === to)
    return (
      <p className="hint">
        {from === "draft"
          ? "Both ran on the draft, of which no earlier state is kept. Its trace says what had changed."
          : "Both ran on the same revision."}
      </p>
    );
  if (!difference.data || !before || !after) return null;
  return (
    <>
      <Faces changes={difference.data.changes} left={before} right={after} names={names} />
      {from === "draft" || to === "draft" ? (
        <p className="hint">The draft is shown as it is saved now.</p>
      ) : null}
    </>
  );
}

/** The run before a run that asked the same, else the one before it; of the oldest one, the run after it. */
function before(runs: readonly FlowRun[], id: string | undefined): FlowRun | undefined {
  const at = runs.findIndex(({ run_id }) => run_id === id);
  const earlier = runs.slice(at + 1);
  const run = runs[at];
  return (
    earlier.find(({ query, tests }) => (run?.tests ? tests : query === run?.query)) ??
    earlier[0] ??
    runs[at - 1]
  );
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
