import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("deployFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("makes a revision with the files that the names stand for", async () => {
    const { status, body } = await server.flow("support", "POST", "/deploy", {
      body: { tool_description: "Warranty" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: "Flow 'support' deployed successfully",
      revision_id: expect.any(String),
      status: "Deployed",
      warnings: [],
    });
    const flow = await server.stores.flows.find("support");
    const revision = await server.stores.flows.findRevision(flow?.flowId ?? "", body.revision_id);
    const [source] = await server.stores.sources.findByName(flow?.projectId ?? "", "warranty.pdf");
    expect(revision).toMatchObject({ files: { dataset: [source?.fileId] }, toolDescription: "Warranty" });
  });

  it("needs no body, and warns of what will not work", async () => {
    await server.create("chat", { template: "chat" });
    expect((await server.flow("chat", "POST", "/deploy")).body.warnings).toEqual([
      "dataset: the dataset has no files, so runs find nothing.",
      "llm: no language model is set. Set HEADWATER_LANGUAGE_MODEL, or runs answer 500.",
    ]);
  });

  it("warns of a graph node that is to ask a model", async () => {
    await server.create("entities", { template: "graph" });
    await server.flow("entities", "PATCH", "/graph-rag/graph-rag", {
      body: { config: { entitiesBy: "model" } },
    });
    expect((await server.flow("entities", "POST", "/deploy")).body.warnings).toContain(
      "graph-rag: no language model is set. Set HEADWATER_LANGUAGE_MODEL, or runs answer 500.",
    );
  });

  it("is a write", async () => {
    expect((await server.flow("support", "POST", "/deploy", { token: server.tokens.reader })).status).toBe(
      403,
    );
  });
});
