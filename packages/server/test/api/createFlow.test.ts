import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("createFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it.each([
    ["search", ["dataset", "smart-rag", "response"]],
    ["chat", ["dataset", "smart-rag", "llm", "response"]],
    ["graph", ["dataset", "graph-rag", "response"]],
  ])("makes a flow from the template %s", async (template, types) => {
    const { status, headers, body } = await server.create(`from-${template}`, {
      template,
      files: ["warranty.pdf"],
      description: "Answers",
    });
    expect(status).toBe(200);
    expect(headers.etag).toBe('"1"');
    expect(body).toMatchObject({
      name: `from-${template}`,
      description: "Answers",
      status: "New",
      version: 1,
      revision_id: null,
    });
    expect(body.graph.nodes.map(({ type }: { type: string }) => type)).toEqual(types);
    expect(body.graph.nodes[0].data.config).toEqual({ files: ["warranty.pdf"] });
    expect(body.graph.edges).toHaveLength(types.length - 1);
  });

  it("makes an empty draft, and one of a whole graph", async () => {
    expect((await server.create("empty", {})).body.graph).toEqual({ nodes: [], edges: [] });
    const graph = { nodes: [{ id: "q", type: "question", data: { config: { question: "" } } }], edges: [] };
    expect((await server.create("whole", { graph })).body.graph.nodes[0]).toMatchObject({
      id: "q",
      data: { name: "Question", config: { question: "" } },
    });
  });

  it.each([
    [{}, "name is required"],
    [{ name: "Support" }, "name must be a DNS label"],
    [{ name: "-a" }, "name must be a DNS label"],
    [{ name: "mcp" }, "Flow name 'mcp' is reserved. Choose another."],
    [{ name: "a", template: "other" }, "Invalid input: template must be one of search, chat, graph"],
    [{ name: "a", template: "search", graph: { nodes: [], edges: [] } }, "Give template or graph, not both"],
    [{ name: "a", files: ["warranty.pdf"] }, "files belong to a template"],
    [
      { name: "a", template: "search", files: ["gone.pdf"] },
      "The following files do not exist as sources in the dataset: gone.pdf",
    ],
    [
      {
        name: "a",
        graph: { nodes: [{ id: "s", type: "smart-rag", data: { config: { topK: 0 } } }], edges: [] },
      },
      "graph.nodes[0].config.topK must be a positive integer",
    ],
    [
      {
        name: "a",
        graph: { nodes: [{ id: "l", type: "llm", data: { config: { promptId: "x" } } }], edges: [] },
      },
      "graph.nodes[0].config.promptId 'x' is not a prompt of this project",
    ],
    [
      {
        name: "a",
        graph: { nodes: [{ id: "l", type: "llm", data: { config: { model: "x" } } }], edges: [] },
      },
      "graph.nodes[0].config.model 'x' is not a model of this installation. None is set up",
    ],
  ])("%j is refused: %s", async (body, detail) => {
    const answer = await server.root("POST", "/create", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.detail.startsWith(detail), answer.body.detail).toBe(true);
  });

  it("does not say whose a taken name is", async () => {
    for (const token of [server.tokens.own, server.tokens.other]) {
      const answer = await server.root("POST", "/create", { body: { name: "support" }, token });
      expect(answer).toMatchObject({ status: 409, body: { detail: "Flow name 'support' is taken" } });
    }
  });

  it("is a write", async () => {
    const sent = { body: { name: "mine" }, token: server.tokens.reader };
    expect((await server.root("POST", "/create", sent)).status).toBe(403);
  });
});
