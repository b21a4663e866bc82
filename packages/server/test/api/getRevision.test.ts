import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("getRevision", () => {
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

  it("answers the graph as it was frozen", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    const read = async (index: number) =>
      (await server.flow("support", "GET", `/revisions/${body.revisions[index].revision_id}`)).body;
    expect((await read(1)).graph.nodes[1].data.config).toEqual({ topK: 5 });
    expect((await read(0)).graph.nodes[1].data.config).toEqual({ topK: 8 });
  });

  it("404 for one that is unknown, or of another flow", async () => {
    await server.create("other");
    const { body } = await server.flow("support", "GET", "/revisions");
    const [{ revision_id }] = body.revisions;
    expect((await server.flow("other", "GET", `/revisions/${revision_id}`)).body.detail).toBe(
      `Revision with id '${revision_id}' not found in flow 'other'`,
    );
  });
});
