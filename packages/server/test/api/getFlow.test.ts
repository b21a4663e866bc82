import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("answers the draft as a graph, with its version", async () => {
    const { status, headers, body } = await server.flow("support", "GET", "/graph");
    expect(status).toBe(200);
    expect(headers.etag).toBe('"1"');
    expect(body).toMatchObject({ name: "support", status: "New", version: 1, revision_id: null });
    expect(body.graph.edges).toEqual([
      { source: "dataset", target: "smart-rag" },
      { source: "smart-rag", target: "response" },
    ]);
  });

  it("is the same by path, without a trailing slash and with one", async () => {
    const { body } = await server.flow("support", "GET", "/graph");
    for (const path of ["/flows/support/graph", "/flows/support/graph/"])
      expect((await server.send("GET", path)).body.graph).toEqual(body.graph);
  });

  it("what is read can be put back unchanged", async () => {
    const { body } = await server.flow("support", "GET", "/graph");
    const put = await server.flow("support", "PUT", "/graph", { body: { graph: body.graph } });
    expect(put.body.graph).toEqual(body.graph);
  });
});
