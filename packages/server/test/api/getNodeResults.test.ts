import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getNodeResults", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  const results = (body: object) => server.flow("support", "POST", "/nodes/results", { body });

  it("answers a page of the output, embeddings and scores as they are", async () => {
    server.state.items = [
      { id: "c1", content: "One", metadata: { chunk_index: 0 }, embedding: [0.5, -1], score: null },
      { id: "c2", content: "Two", metadata: { chunk_index: 1 } },
    ];
    const { body } = await results({ node_id: "dataset" });
    expect(body).toEqual({
      success: true,
      message: "Node simulation data loaded successfully for 'dataset'",
      items: [
        { id: "c1", content: "One", metadata: { chunk_index: 0 }, embedding: [0.5, -1], score: null },
        { id: "c2", content: "Two", metadata: { chunk_index: 1 } },
      ],
      total: 2,
      page: 1,
      page_size: 10,
      total_pages: 1,
    });
  });

  it("says in the message what the node noted", async () => {
    server.state.notes = ["semantic uses words"];
    expect((await results({ node_id: "dataset" })).body.message).toBe(
      "Node simulation data loaded successfully for 'dataset'. semantic uses words",
    );
  });

  it("node_id is required", async () => {
    for (const body of [{}, { node_id: "" }, { node_id: null }])
      expect((await results(body)).body.detail).toBe("node_id is required in request body");
  });
});
