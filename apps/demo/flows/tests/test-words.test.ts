import type { FlowRun, FlowTestCase, TestFigures } from "@headwater/spec";
import { expect, test } from "vitest";
import { caseState, expectedWords, isGreen, testsGist } from "./test-words.ts";

const figures = (more: Partial<TestFigures> = {}): TestFigures => ({
  ...{ questions: 44, judged: 44, passed: 42, measures: { recall: 0.88 }, needed: { recall: 0.9 } },
  ...more,
});
const run = (tests: TestFigures) => ({ tests }) as FlowRun;
const cases = (...states: [boolean | null, boolean | null, string | null][]): FlowTestCase[] =>
  states.map(([passes, passed_before, green_run_id], at) => ({
    ...{ question: `${at}?`, expected: {}, measures: {}, passes, passed_before, green_run_id },
  }));

test("says how many cases pass, what is too low, and what broke", () => {
  const failing = cases([false, true, "r"], [false, null, null], [true, true, "r"]);
  expect(testsGist({ runs: [run(figures())], cases: failing })).toBe(
    "42 of 44 cases pass. Recall is below 0.90; one case that passed before fails and one has not passed yet.",
  );
  const green = figures({ passed: 44, measures: { recall: 0.9 } });
  expect(testsGist({ runs: [run(green)], cases: [] })).toBe("All 44 cases pass.");
  expect(testsGist({ runs: [run(figures({ judged: 0, passed: 0 }))], cases: [] })).toContain("Nothing");
});

test("a run is green when every case passes and every needed figure was measured", () => {
  expect(isGreen(run(figures({ passed: 44, measures: { recall: 0.9 } })))).toBe(true);
  expect(isGreen(run(figures({ passed: 43, measures: { recall: 0.9 } })))).toBe(false);
  expect(isGreen(run(figures({ passed: 44 })))).toBe(false);
  expect(isGreen(run(figures({ passed: 44, measures: { recall: null } })))).toBe(false);
  expect(isGreen({})).toBe(false);
});

test("a case is told from the tests before", () => {
  const words = cases(
    [false, true, "r"],
    [false, null, null],
    [true, false, "r"],
    [true, null, "r"],
    [null, null, null],
  );
  expect(words.map((each) => caseState(each).words)).toEqual([
    ...["Fails", "Fails, new", "Passes now", "Passes", "Nothing expected"],
  ]);
});

test("what is expected is one line", () => {
  expect(expectedWords({ answer: "24 months", sources: ["a.pdf", "b.pdf"] })).toBe(
    "Expected: 24 months, from a.pdf and b.pdf",
  );
  expect(expectedWords({})).toBe("Nothing is expected of it");
});
