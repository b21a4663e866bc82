import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getEntityGraph", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support", { template: "graph" });
  });
  afterAll(() => server.close());

  it("answers the graph of a graph RAG node, and of no other", async () => {
    expect(await server.flow("support", "GET", "/graph-rag/graph-rag/graph?limit=1")).toMatchObject({
      status: 200,
      body: { entities: [{ name: "Acme", mentions: 2 }], relationships: [] },
    });
    expect((await server.flow("support", "GET", "/graph-rag/dataset/graph")).body.detail).toBe(
      "Graph RAG node with id 'dataset' not found in flow 'support'",
    );
    for (const limit of ["0", "1001", "x"])
      expect(
        (await server.flow("support", "GET", `/graph-rag/graph-rag/graph?limit=${limit}`)).body.detail,
      ).toBe("limit must be between 1 and 1000");
  });
});
