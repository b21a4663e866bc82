import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRun } from "../../testing/contracts/example-flows.ts";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listRunCases", () => {
  let server: FlowServer;
  let runId: string;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    const { flowId = "" } = (await server.stores.flows.find("support")) ?? {};
    const cases = ["one", "two", "three"].map((question) => ({
      ...{ id: question, question, passes: null, measures: {}, passages: [], answer: null },
    }));
    const run = exampleRun(flowId, { cases });
    ({ runId } = run);
    await server.stores.flows.addRun(run, []);
  });
  afterAll(() => server.close());

  const list = (query = "", sent = {}) => server.flow("support", "GET", `/runs/${runId}/cases${query}`, sent);

  it("lists questions in pages, or the one of these words", async () => {
    const words = ({ body }: Awaited<ReturnType<typeof list>>) =>
      body.cases.map(({ question }: { question: string }) => question);
    expect(words(await list("?page_size=2"))).toEqual(["one", "two"]);
    const last = await list("?page=2&page_size=2");
    expect(words(last)).toEqual(["three"]);
    expect(last.body).toMatchObject({ total: 3, page: 2, page_size: 2, total_pages: 2 });
    expect((await list("?page=3&page_size=2")).body).toMatchObject({ cases: [], total: 3 });
    expect((await list("?question=two")).body).toMatchObject({ total: 1, cases: [{ question: "two" }] });
    expect((await list("?page_size=0")).body.detail).toBe("page_size must be between 1 and 100");
    expect((await list("?page=0")).body.detail).toBe("page must be 1 or greater");
  });

  it("gives passages with their places", async () => {
    const { cases } = (await list("?question=one")).body;
    expect(cases[0].passages[1]).toEqual({
      ...{ id: "chunk-2", content: "Passage 2", source: "warranty.pdf", page: 2, score: 0.999 },
    });
  });

  it("is of a kept run of the project's own flow", async () => {
    expect(await server.flow("support", "GET", "/runs/x/cases")).toMatchObject({
      status: 404,
      body: { detail: "Run with id 'x' not found in flow 'support'" },
    });
    expect((await list("", { token: server.tokens.other })).status).toBe(403);
  });
});
