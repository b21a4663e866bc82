import type { FlowRun, FlowTestCase, FlowTests, TestFigures } from "@headwater/spec";
import { inWords } from "../graph/spoken-node.ts";

/** The measures as people call them, those that matter most first. */
export const measureNames = {
  precision: ["Precision", "How many of the passages found are right"],
  recall: ["Recall", "How many of the right passages are found"],
  ndcg: ["nDCG", "How high the right ones rank"],
  faithfulness: ["Faithfulness", "How many statements their passages bear out"],
  relevance: ["Relevance", "How much of the question the passages are about"],
  answer_relevance: ["Answer relevance", "How much of what is expected the answer says"],
} as const;
export type Measure = keyof typeof measureNames;

export const measures = Object.keys(measureNames) as Measure[];

export const figureWords = (value: number | null | undefined): string =>
  typeof value === "number" ? value.toFixed(2) : "not measured";

/** Whether a mean is below what is needed. What was needed and not measured is. */
export const isBelow = ({ measures, needed }: TestFigures, measure: string): boolean => {
  const least = needed[measure];
  return least !== undefined && (measures[measure] ?? -1) < least;
};

/** Whether every case passed and every figure is what is needed. */
export const isGreen = ({ tests }: Pick<FlowRun, "tests">): boolean =>
  tests !== undefined &&
  tests.passed === tests.judged &&
  Object.keys(tests.needed).every((measure) => !isBelow(tests, measure));

export type CaseState = { words: string; shape: string; order: number };

/** How a case stands against the tests before. Those that need a look come first. */
export function caseState({ passes, passed_before, green_run_id }: FlowTestCase): CaseState {
  if (passes === null) return { words: "Nothing expected", shape: "st", order: 3 };
  if (!passes && green_run_id !== null) return { words: "Fails", shape: "st fail", order: 0 };
  if (!passes) return { words: "Fails, new", shape: "st fail", order: 0 };
  if (passed_before === false) return { words: "Passes now", shape: "st stale", order: 1 };
  return { words: "Passes", shape: "st ready", order: 2 };
}

/** What the latest test said, in a sentence or two. */
export function testsGist({ runs: [latest], cases }: FlowTests): string {
  const tests = latest?.tests;
  if (!tests) return "";
  if (tests.judged === 0) return "Nothing is expected of any question yet.";
  const all =
    tests.judged === 1
      ? `The one case ${tests.passed === 1 ? "passes" : "fails"}.`
      : `${tests.passed === tests.judged ? "All" : `${tests.passed} of`} ${tests.judged} cases pass.`;
  const low = measures.filter((measure) => isBelow(tests, measure));
  const broke = cases.filter((each) => each.passes === false && each.green_run_id !== null).length;
  const never = cases.filter((each) => each.passes === false && each.green_run_id === null).length;
  const figures = low.map(
    (measure) => `${measureNames[measure][0]} is below ${figureWords(tests.needed[measure])}`,
  );
  const casesSaid = [
    ...(broke > 0
      ? [
          `${numeral(broke)} ${broke === 1 ? "case that passed before fails" : "cases that passed before fail"}`,
        ]
      : []),
    ...(never > 0 ? [`${numeral(never)} ${never === 1 ? "has" : "have"} not passed yet`] : []),
  ];
  const said = [inWords(figures), inWords(casesSaid)].filter((part) => part !== "").join("; ");
  return said === "" ? all : `${all} ${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

const numerals = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const numeral = (count: number): string => numerals[count] ?? String(count);

/** What a test set expects of a question, in a line. */
export function expectedWords({ answer, sources = [], passages = [] }: FlowTestCase["expected"]): string {
  const parts = [
    ...(answer ? [answer] : []),
    ...(sources.length > 0 ? [`from ${inWords(sources)}`] : []),
    ...passages.map((passage) => `“${passage}”`),
  ];
  return parts.length === 0 ? "Nothing is expected of it" : `Expected: ${parts.join(", ")}`;
}
