"use client";

import { useFlowTests, useRevisions } from "@headwater/react-hooks";
import type { ReactNode } from "react";
import { CopyButton } from "../../shell/copy-button.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { timeWords } from "../time-words.ts";
import { comparedQuestions, questionsGist } from "./compared-questions.ts";
import { Faces } from "./faces.tsx";
import { gist } from "./gist.ts";
import { Results } from "./results.tsx";
import { Sides } from "./sides.tsx";
import { useGraphOf } from "./use-graph-of.ts";
import { useRunQuestions } from "./use-run-questions.ts";
import { useSavedDiff } from "./use-saved-diff.ts";

type Properties = {
  from: string | undefined;
  to: string | undefined;
  choice: ReactNode;
  onShow(from: string, to: string): void;
};

/** Two revisions, or a revision and the draft: their graphs, and how their latest tests fared. */
export function CompareVersions({ from: wanted, to = "draft", choice, onShow }: Properties) {
  const saved = useDraftState((state) => state.saved);
  const revisions = useRevisions(saved.name);
  const tests = useFlowTests(saved.name);
  const list = revisions.data?.revisions ?? [];
  const from = wanted ?? saved.revision_id ?? list[0]?.revision_id;
  const difference = useSavedDiff(from, to);
  const [left, right] = [useGraphOf(from), useGraphOf(to)];
  const testOf = (side: string | undefined) =>
    tests.data?.runs.find(({ revision_id }) => (revision_id ?? "draft") === side)?.run_id;
  const before = useRunQuestions(saved.name, testOf(from));
  const after = useRunQuestions(saved.name, testOf(to));
  const questions = before.data && after.data && comparedQuestions(before.data, after.data);
  const nameOf = (side: string) =>
    side === "draft"
      ? "The draft"
      : `Revision ${list.find(({ revision_id }) => revision_id === side)?.number ?? ""}`.trim();
  if (revisions.data && list.length === 0)
    return (
      <>
        <p className="lead">Nothing was deployed yet, so there is nothing to compare the draft with.</p>
        <div className="vs cluster">{choice}</div>
      </>
    );
  if (revisions.isError) return <TroubleNote error={revisions.error} />;
  if (from === undefined) return null;
  const names = [nameOf(from), nameOf(to)] as const;
  const said = difference.data && left && right && gist(difference.data.changes, ...names);
  return (
    <>
      {said ? (
        <p className="gist num">
          {questions?.length ? `${said.replace(/\.$/, "")}; ${questionsGist(questions)}.` : said}
        </p>
      ) : null}
      <Sides
        choice={choice}
        from={from}
        to={to}
        onShow={onShow}
        options={[
          { value: "draft", text: "The draft, as saved" },
          ...list.map(({ revision_id, number, created_at, deployed }) => ({
            value: revision_id,
            text: `Revision ${number}, ${deployed ? "deployed, " : ""}made ${timeWords(created_at)}`,
          })),
        ]}
      >
        {difference.data ? <CopyButton text={difference.data.text} label="Copy as text" /> : null}
      </Sides>
      {difference.isPending ? <p className="wait">Comparing</p> : null}
      {difference.isError ? <TroubleNote error={difference.error} /> : null}
      {difference.data && left && right ? (
        <Faces changes={difference.data.changes} left={left} right={right} names={names} />
      ) : null}
      {questions?.length ? (
        <Results key={`${from} ${to}`} questions={questions} names={names} asked={undefined} />
      ) : null}
    </>
  );
}
