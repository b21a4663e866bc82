import { passages } from "./items.ts";
import { now } from "./sources.ts";

const asked = (id: string, minutes: number, tests: object) => ({
  ...{ run_id: id, kind: "simulation", revision_id: null, query: "evaluation", state: "done", error: null },
  ...{ started_at: new Date(Date.parse(now) + minutes * 60_000).toISOString(), elapsed_s: 1.2, tests },
});
const figures = (passed: number, recall: number) => ({
  ...{ questions: 5, judged: 5, passed },
  measures: { precision: 0.72, recall, ndcg: recall - 0.02, faithfulness: 0.97 },
  needed: { recall: 0.9, faithfulness: 0.95 },
});

/** Two tests: in the first all was well, in the second two cases fail. */
export const testRuns = [asked("t-2", 20, figures(3, 0.88)), asked("t-1", 10, figures(5, 0.93))];

const cases = [
  { question: "How much R290 is in a WP 9?", passes: false, before: true, green: "t-1", ndcg: 0.63 },
  { question: "What does the display show?", passes: false, before: null, green: null, ndcg: 0 },
  { question: "Is E14 covered in the third year?", passes: true, before: false, green: "t-2", ndcg: 0.9 },
  { question: "What goes back with a compressor?", passes: true, before: true, green: "t-2", ndcg: 0.88 },
  { question: "Who pays for a visit?", passes: true, before: true, green: "t-2", ndcg: 0.86 },
];
const expected = { answer: "0.85 kg", sources: ["warranty.pdf"] };

/** Before anything was tested, nothing is there. */
export const testsOf = (hasTests: boolean) => ({
  runs: hasTests ? testRuns : [],
  cases: hasTests
    ? cases.map(({ question, passes, before, green, ndcg }) => ({
        ...{ question, expected, passes, passed_before: before, green_run_id: green },
        measures: { ndcg },
      }))
    : [],
});

/** In the later run the passages changed places, one came, and the answer of the first case is another. */
export function casesOf(runId: string, question: string | null) {
  const found = passages.map(({ id, content, metadata }) => ({
    ...{ id, content, source: metadata.source, page: metadata.page_number, score: metadata.score },
  }));
  const gained = { id: "c-9", content: "The WP 11 is filled with 0.95 kg.", source: "bulletin-26-04.pdf" };
  const isLater = runId !== "t-1";
  const all = cases.map((each, at) => ({
    ...{ question: each.question, expected, passes: isLater ? each.passes : true },
    measures: { ndcg: isLater ? each.ndcg : at === 0 ? 1 : each.ndcg },
    answer: at > 0 ? null : `A WP 9 holds ${isLater ? "0.95" : "0.85"} kg of R290.`,
    passages: isLater && at === 0 ? [{ ...gained, page: 2, score: 0.9 }, ...found.toReversed()] : found,
  }));
  const shown = all.filter((each) => question === null || each.question === question);
  return { cases: shown, total: shown.length, page: 1, page_size: 100, total_pages: 1 };
}
