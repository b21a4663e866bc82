import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("simulateNode", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("answers the nodes that were run", async () => {
    const { status, body } = await server.flow("support", "POST", "/nodes/simulate", {
      body: { node_id: "smart-rag" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: "Node 'smart-rag' simulated successfully",
      updated_nodes: [
        {
          id: "smart-rag",
          type: "smart-rag",
          data: { name: "Smart RAG", config: { topK: 5 }, result: { updated: true } },
        },
      ],
    });
  });

  it("is a write, and needs a node", async () => {
    const sent = { body: { node_id: "smart-rag" }, token: server.tokens.reader };
    expect((await server.flow("support", "POST", "/nodes/simulate", sent)).status).toBe(403);
    expect(await server.flow("support", "POST", "/nodes/simulate", { body: {} })).toMatchObject({
      status: 400,
      body: { detail: "node_id is required in request body" },
    });
  });
});
