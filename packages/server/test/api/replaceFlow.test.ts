import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("replaceFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  const graph = {
    nodes: [
      { id: "dataset", type: "dataset", data: { config: { files: ["manual.pdf"] } } },
      { id: "response", type: "response" },
    ],
    edges: [],
  };
  const replace = (body: object, headers = {}) => server.flow("support", "PUT", "/graph", { body, headers });

  it("replaces the draft, keeps the description, and leaves the revision that answers", async () => {
    await server.flow("support", "POST", "/deploy");
    expect((await replace({ graph, description: "Manuals" })).body).toMatchObject({
      status: "Deployed",
      description: "Manuals",
      version: 2,
    });
    const { body } = await replace({ graph });
    expect(body).toMatchObject({ description: "Manuals", version: 3, revision_id: expect.any(String) });
    const revision = await server.flow("support", "GET", `/revisions/${body.revision_id}`);
    expect(revision.body.graph.nodes).toHaveLength(3);
  });

  it("takes an unfinished draft, and says which nodes get nothing", async () => {
    expect((await replace({ graph })).body.warnings).toEqual([
      "graph.nodes[1] 'response' gets nothing from a dataset, so the flow can't answer. Join one of these to it: retrieval, smart-rag, graph-rag, raptor-rag, reranking, llm, evaluation",
    ]);
    const edges = [
      { source: "dataset", target: "rag" },
      { source: "rag", target: "response" },
    ];
    const whole = { nodes: [...graph.nodes, { id: "rag", type: "smart-rag" }], edges };
    expect((await replace({ graph: whole })).body).not.toHaveProperty("warnings");
  });

  it("with If-Match replaces only what was read", async () => {
    const { headers } = await server.flow("support", "GET", "/graph");
    const etag = String(headers.etag);
    expect((await replace({ graph }, { "if-match": etag })).status).toBe(200);
    for (const tag of [etag, '"x"', "7"])
      expect(await replace({ graph }, { "if-match": tag })).toMatchObject({
        status: 412,
        body: { detail: "The flow was changed meanwhile: read it again" },
      });
    expect((await replace({ graph }, { "if-match": "*" })).status).toBe(200);
  });

  it("a tag of a deleted flow never fits a new one of its name", async () => {
    await server.create("again");
    const change = (tag: unknown) =>
      server.flow("again", "PUT", "/graph", { body: { graph }, headers: { "if-match": String(tag) } });
    const tags = [(await server.flow("again", "GET", "/graph")).headers.etag];
    for (let round = 0; round < 2; round++) tags.push((await change(tags.at(-1))).headers.etag);
    expect((await server.flow("again", "DELETE", "/")).status).toBe(200);
    await server.create("again");
    for (const tag of tags) expect((await change(tag)).status).toBe(412);
    // As often as the old one was changed.
    for (let round = 0; round < 3; round++) {
      expect((await change((await server.flow("again", "GET", "/graph")).headers.etag)).status).toBe(200);
      for (const tag of tags) expect((await change(tag)).status).toBe(412);
    }
  });

  it.each([
    [{}, "graph is required"],
    [{ graph: { nodes: [] } }, "graph.edges is required"],
    [
      { graph: { nodes: [{ id: "a", type: "agent" }], edges: [] } },
      "Invalid input: graph.nodes[0].type must be one of ",
    ],
    [
      { graph: { nodes: [{ id: "a", type: "llm", color: 1 }], edges: [] } },
      "graph.nodes[0].color is unknown",
    ],
    [
      { graph: { nodes: [], edges: [{ source: "a", target: "b" }] } },
      "graph.edges[0].source 'a' is not the id of a node",
    ],
  ])("%j is refused: %s", async (body, detail) => {
    const before = await server.flow("support", "GET", "/graph");
    const answer = await replace(body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail.startsWith(detail), answer.body.detail).toBe(true);
    expect((await server.flow("support", "GET", "/graph")).body).toEqual(before.body);
  });
});
