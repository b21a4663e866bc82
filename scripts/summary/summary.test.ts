import { describe, expect, test } from "vitest";
import { summaryLine, sumOf } from "./counts.mjs";
import { countsOfReport, passedLater } from "./vitest-report.mjs";

const file = (status: string, ...statuses: string[]) => ({
  name: "a.test.ts",
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
});

test("the line has exactly the form that scripts search for", () => {
  const counts = sumOf([
    { passed: 5, failed: 0, skipped: 0 },
    { passed: 777, failed: 1, skipped: 2 },
  ]);
  expect(summaryLine(counts)).toBe("782 passed, 1 failed, 2 skipped");
  expect(summaryLine(sumOf([]))).toBe("0 passed, 0 failed, 0 skipped");
});

describe("countsOfReport", () => {
  test("counts tests; todo and pending are skipped", () => {
    const report = {
      testResults: [file("passed", "passed", "skipped", "todo", "pending"), file("passed", "passed")],
    };
    expect(countsOfReport(report, 0)).toEqual({ passed: 2, failed: 0, skipped: 3 });
  });

  test("a file that could not be collected is a failure", () => {
    const report = { testResults: [file("failed"), file("passed", "passed")] };
    expect(countsOfReport(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  test("a failed test is not counted twice for its file", () => {
    expect(countsOfReport({ testResults: [file("failed", "failed", "passed")] }, 1).failed).toBe(1);
  });

  test("a failing hook of a file whose tests passed or were skipped is a failure", () => {
    expect(countsOfReport({ testResults: [file("failed", "passed", "skipped")] }, 1).failed).toBe(1);
  });

  test("no report, or an error outside the tests, is a failure", () => {
    expect(countsOfReport(undefined, 0).failed).toBe(1);
    expect(countsOfReport({ testResults: [file("passed", "passed")] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  test("a run without tests is not a failure by itself", () => {
    expect(countsOfReport({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

test("a test that passed at the second try only is named with its first failure", () => {
  const assertionResults = [
    { status: "passed", fullName: "ask: cites", failureMessages: ["Error: no title\n  at ask.test.ts:3"] },
    { status: "passed", fullName: "ask: quotes", failureMessages: [] },
    { status: "failed", fullName: "ask: stops", failureMessages: ["Error: still running"] },
  ];
  const report = { testResults: [{ name: "ask.test.ts", status: "failed", assertionResults }] };
  expect(passedLater(report)).toEqual(["ask: cites: Error: no title"]);
  expect(countsOfReport(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(passedLater(undefined)).toEqual([]);
});
