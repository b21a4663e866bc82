import type { FlowTests, RunCase as SentCase } from "@headwater/spec";
import type { FlowItem, RunCase, TestHistory } from "../../flows/flow/shown.ts";
import { presentRun } from "./flow-run.ts";

export const presentTests = ({ runs, cases }: TestHistory): FlowTests => ({
  runs: runs.map(presentRun),
  cases: cases.map(({ question, expected, passes, passedBefore, greenRunId, measures }) => ({
    question,
    expected: presentExpected(expected),
    passes,
    passed_before: passedBefore,
    green_run_id: greenRunId,
    measures,
  })),
});

export const presentRunCase = ({
  question,
  expected,
  passes,
  measures,
  answer,
  passages,
}: RunCase): SentCase => ({
  question,
  expected: presentExpected(expected),
  passes,
  measures,
  answer,
  // What an answer was written from has no score of its own.
  passages: passages.map((item) => presentPassage(item, answer === null)),
});

const presentPassage = (
  { id, content, metadata: { source, page }, score }: FlowItem,
  isRanked: boolean,
): SentCase["passages"][number] => ({
  id,
  content,
  source: typeof source === "string" ? source : null,
  page: typeof page === "number" ? page : null,
  score: isRanked ? (score ?? null) : null,
});

const presentExpected = ({ answer, sources, passages }: NonNullable<RunCase["expected"]> = {}) => ({
  ...(answer === undefined ? {} : { answer }),
  ...(sources === undefined ? {} : { sources }),
  ...(passages === undefined ? {} : { passages }),
});
