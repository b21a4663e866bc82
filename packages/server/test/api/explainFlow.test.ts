import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("explainFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("says of each node what the next simulation does, and the sum of the costs", async () => {
    const { status, body } = await server.flow("support", "POST", "/explain", {
      body: { query: "How long?" },
      token: server.tokens.reader,
    });
    expect(status).toBe(200);
    expect(body.nodes[1]).toEqual({
      node_id: "smart-rag",
      type: "smart-rag",
      runs: true,
      why: "first run",
      cost: { files: 1, chunks: 2, model_calls: 3, tokens: 4 },
    });
    expect(body.cost).toEqual({ files: 3, chunks: 6, model_calls: 9, tokens: 12 });
  });
});
