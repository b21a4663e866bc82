import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRun } from "../../testing/contracts/example-flows.ts";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getTests", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  const test = async (minutes: number, passes: boolean | null, questions = ["How long?"]) => {
    const { flowId = "" } = (await server.stores.flows.find("support")) ?? {};
    const cases = questions.map((question, at) => ({
      ...{ id: `t/${at}`, question, passes, measures: { recall: 0.5 }, passages: [], answer: null },
    }));
    const tests = { questions: 1, judged: 1, passed: passes ? 1 : 0, measures: { recall: 0.5 }, needed: {} };
    const run = exampleRun(flowId, { startedAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)), tests, cases });
    await server.stores.flows.addRun(run, []);
    return run.runId;
  };
  const read = async () => (await server.flow("support", "GET", "/tests")).body;

  it("is empty before the first test", async () => {
    expect(await read()).toEqual({ runs: [], cases: [] });
  });

  it("knows a question by its words, and the run in which it passed last", async () => {
    const green = await test(1, true, ["Who?", "How long?"]);
    await test(2, false);
    await test(3, null);
    await test(4, false, ["How long?", "Where?"]);
    const { runs, cases } = await read();
    expect(runs).toHaveLength(4);
    expect(cases).toEqual([
      {
        ...{ question: "How long?", expected: {}, passes: false, measures: { recall: 0.5 } },
        ...{ passed_before: null, green_run_id: green },
      },
      {
        ...{ question: "Where?", expected: {}, passes: false, measures: { recall: 0.5 } },
        ...{ passed_before: null, green_run_id: null },
      },
    ]);
  });

  it("looks back on twelve tests", async () => {
    for (let minute = 10; minute < 22; minute++) await test(minute, false);
    const { runs, cases } = await read();
    expect(runs).toHaveLength(12);
    expect(cases).toMatchObject([{ passed_before: false, green_run_id: null }]);
  });

  it("is of the project's own flows", async () => {
    expect(await server.flow("other", "GET", "/tests")).toMatchObject({ status: 404 });
    const sent = { token: server.tokens.other };
    expect(await server.flow("support", "GET", "/tests", sent)).toMatchObject({ status: 403 });
  });
});
