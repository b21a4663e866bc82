import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getRun", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    for (const query of ["one", "two", "three"])
      await server.flow("support", "POST", "/simulate", { body: { query } });
  });
  afterAll(() => server.close());

  it("answers what each node did", async () => {
    const { body } = await server.flow("support", "GET", "/runs");
    const run = await server.flow("support", "GET", `/runs/${body.runs[0].run_id}`);
    expect(run.body.nodes[1]).toEqual({
      node_id: "smart-rag",
      type: "smart-rag",
      state: "ran",
      why: "first run",
      elapsed_s: 0.004,
      items_in: 1,
      items_out: 2,
      usage: { tokens_in: 0, tokens_out: 0 },
    });
  });

  it("404 for an unknown one", async () => {
    expect(await server.flow("support", "GET", "/runs/x")).toMatchObject({
      status: 404,
      body: { detail: "Run with id 'x' not found in flow 'support'" },
    });
  });
});
