import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("rollbackFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    await server.flow("support", "POST", "/deploy", { body: { tool_description: "First" } });
    const { body } = await server.flow("support", "GET", "/graph");
    body.graph.nodes[1].data.config.topK = 8;
    await server.flow("support", "PUT", "/graph", { body: { graph: body.graph } });
    await server.flow("support", "POST", "/deploy");
  });
  afterAll(() => server.close());

  const rollback = (body: object, token = server.tokens.own) =>
    server.flow("support", "POST", "/rollback", { body, token });

  it("lets an earlier revision answer again, and leaves the draft", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    const { revision_id } = body.revisions[1];
    expect((await rollback({ revision_id })).body).toEqual({
      success: true,
      message: "Flow 'support' rolled back to revision 1",
      revision_id,
      status: "Deployed",
      warnings: [],
    });
    const flow = await server.flow("support", "GET", "/graph");
    expect(flow.body).toMatchObject({ revision_id, version: 2 });
    expect(flow.body.graph.nodes[1].data.config).toEqual({ topK: 8 });
  });

  it("refuses what is no revision, and a read-only token", async () => {
    expect((await rollback({})).body.detail).toBe("revision_id is required in request body");
    expect((await rollback({ revision_id: "x" })).body.detail).toBe(
      "Revision with id 'x' not found in flow 'support'",
    );
    expect((await rollback({ revision_id: "x" }, server.tokens.reader)).status).toBe(403);
  });
});
