import { expect, it } from "vitest";
import type { Observation } from "../kernel/observe.ts";
import { logSlowQuestions } from "./slow-question-log.ts";

const question: Observation = {
  kind: "question",
  requestId: "r1",
  projectId: "p1",
  waitedSeconds: 0.5,
  seconds: 1.5,
  stages: { beginning: 0.1, retrieving: 0.2, reading: 0.2, answering: 1 },
  modelSeconds: 0.9,
};

it("writes where the time of a slow question went, and nothing of a quick one", () => {
  const lines: unknown[] = [];
  const logger = { warn: (...line: unknown[]) => void lines.push(line) };
  logSlowQuestions(logger as never, 2001)(question);
  expect(lines).toEqual([]);
  logSlowQuestions(logger as never, 2000)(question);
  expect(lines).toEqual([
    [
      {
        requestId: "r1",
        projectId: "p1",
        totalMs: 2000,
        queueMs: 500,
        beginningMs: 100,
        retrievalMs: 200,
        modelMs: 900,
        checkingMs: 300,
      },
      "slow question",
    ],
  ]);
});
