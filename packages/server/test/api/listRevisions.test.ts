import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listRevisions", () => {
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

  it("lists the newest first, and which one answers", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    expect(body).toMatchObject({
      revisions: [
        { number: 2, tool_description: null, deployed: true },
        { number: 1, tool_description: "First", deployed: false },
      ],
      total: 2,
    });
    expect(body.revisions[0]).not.toHaveProperty("graph");
  });
});
