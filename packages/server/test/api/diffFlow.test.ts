import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("diffFlow", () => {
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

  const diff = async (query = "") => (await server.flow("support", "GET", `/diff${query}`)).body;

  it("compares the draft with what answers", async () => {
    expect(await diff()).toMatchObject({ to: "draft", changes: [], text: "" });
    const { body } = await server.flow("support", "GET", "/graph");
    body.graph.nodes[1].data.config.topK = 9;
    await server.flow("support", "PUT", "/graph", { body: { graph: body.graph } });
    expect(await diff()).toMatchObject({
      changes: [{ path: "nodes[smart-rag].config.topK", kind: "changed", before: 8, after: 9 }],
      text: "~ nodes[smart-rag].config.topK: 8 → 9",
    });
  });

  it("compares any two, in either direction", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    const [newest, oldest] = body.revisions.map(({ revision_id }: { revision_id: string }) => revision_id);
    expect((await diff(`?from=${oldest}&to=${newest}`)).text).toBe("~ nodes[smart-rag].config.topK: 5 → 8");
    expect((await diff(`?from=${newest}&to=${oldest}`)).text).toBe("~ nodes[smart-rag].config.topK: 8 → 5");
    expect((await diff("?from=x")).detail).toBe("Revision with id 'x' not found in flow 'support'");
  });

  it("before the first revision everything is added", async () => {
    await server.create("new");
    const { body } = await server.flow("new", "GET", "/diff");
    expect(body.from).toBeNull();
    expect(body.changes).toHaveLength(5);
  });
});
