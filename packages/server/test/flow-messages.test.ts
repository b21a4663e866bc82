import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ServiceError } from "../src/kernel/service-error.ts";
import { exampleItems } from "../testing/flows/fake-flow-rooms.ts";
import { type FlowServer, startFlowServer } from "../testing/flows/flow-server.ts";

/** The flow part of the contract's table of messages, line by line, over HTTP by host name. */
describe("messages of the contract", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    await server.create("bare", { graph: { nodes: [{ id: "dataset", type: "dataset" }], edges: [] } });
  });
  afterEach(() => {
    server.state.fault = null;
  });
  afterAll(() => server.close());

  const fails = () => {
    server.state.fault = new Error("the database is gone: /var/lib/secret");
  };

  it("dataset files unknown", async () => {
    const body = { config: { files: ["warranty.pdf", "missing.pdf", "Warranty.pdf"] } };
    const graph = { nodes: [{ id: "dataset", type: "dataset", data: body }], edges: [] };
    expect(await server.flow("support", "PUT", "/graph", { body: { graph } })).toMatchObject({
      status: 400,
      body: {
        detail: "The following files do not exist as sources in the dataset: missing.pdf, Warranty.pdf",
      },
    });
  });

  it.each([
    [
      "PATCH",
      "/datasets/unknown",
      { config: { files: [] } },
      "Dataset node with id 'unknown' not found in flow 'support'",
    ],
    [
      "PATCH",
      "/chunking/dataset",
      { config: { chunkingSplitter: "title" } },
      "Chunking node with id 'dataset' not found in flow 'support'",
    ],
    ["PATCH", "/graph-rag/x", { config: {} }, "Graph RAG node with id 'x' not found in flow 'support'"],
    ["POST", "/nodes/results", { node_id: "unknown" }, "Node with id 'unknown' not found in flow 'support'"],
    ["POST", "/nodes/simulate", { node_id: "unknown" }, "Node with id 'unknown' not found in flow 'support'"],
    ["POST", "/", { query: "x" }, "No deployed revision found for flow support"],
  ])("%s %s: 404 %4$s", async (method, path, body, detail) => {
    const answer = await server.flow("support", method, path, { body });
    expect(answer).toMatchObject({ status: 404, body: { detail, message: detail } });
  });

  it.each([
    ["PATCH", "/datasets/d", { config: { files: [] } }],
    ["PATCH", "/chunking/c", { config: { chunkingSplitter: "title" } }],
    ["POST", "/simulate", { query: "x" }],
    ["POST", "/nodes/results", { node_id: "x" }],
    ["POST", "/nodes/simulate", { node_id: "x" }],
    ["POST", "/deploy", {}],
    ["PUT", "/graph", { graph: { nodes: [], edges: [] } }],
    ["DELETE", "/", undefined],
  ])("an unknown flow is named by %s %s", async (method, path, body) => {
    const answer = await server.flow("unknown", method, path, { body });
    expect(answer).toMatchObject({ status: 404, body: { detail: "Flow with name 'unknown' not found" } });
  });

  it.each([
    ["POST", "/"],
    ...[
      "/datasets",
      "/chunking",
      "/retrieval",
      "/reranking",
      "/smart-rag",
      "/graph-rag",
      "/raptor-rag",
      "/llm",
    ].map((path) => ["GET", path]),
    ...["/graph", "/revisions", "/diff", "/runs"].map((path) => ["GET", path]),
  ])("an unknown flow is not named by %s %s", async (method = "", path = "") => {
    const answer = await server.flow("unknown", method, path);
    expect(answer).toMatchObject({ status: 404, body: { detail: "Flow not found" } });
  });

  it.each([
    ["GET", "/datasets", undefined, "Failed to retrieve dataset nodes"],
    ["GET", "/smart-rag", undefined, "Failed to retrieve smart RAG nodes"],
    ["GET", "/graph-rag", undefined, "Failed to retrieve graph RAG nodes"],
    ["GET", "/raptor-rag", undefined, "Failed to retrieve RAPTOR RAG nodes"],
    ["GET", "/llm", undefined, "Failed to retrieve LLM nodes"],
    ["PATCH", "/datasets/dataset", { config: { files: [] } }, "Failed to update dataset node"],
    ["PATCH", "/smart-rag/smart-rag", { config: {} }, "Failed to update smart RAG node"],
    ["POST", "/nodes/results", { node_id: "dataset" }, "Failed to load node simulation data"],
  ])("%s %s fails: 500 %4$s, and nothing of the reason", async (method, path, body, detail) => {
    fails();
    const answer = await server.flow("support", method, path, { body });
    expect(answer).toMatchObject({ status: 500, body: { detail, message: detail } });
  });

  it.each([
    ["/simulate", "Error simulating flow: "],
    ["/", "Error running flow: "],
  ])("POST %s fails: 500 that starts with '%s'", async (path, start) => {
    await server.flow("support", "POST", "/deploy");
    fails();
    const body = { query: "x" };
    const unexpected = await server.flow("support", "POST", path, { body });
    expect(unexpected.status).toBe(500);
    expect(unexpected.body.detail.startsWith(start)).toBe(true);
    expect(unexpected.text).not.toContain("secret");
    server.state.fault = new ServiceError(500, `${start}the node can't run`);
    expect((await server.flow("support", "POST", path, { body })).body.detail).toBe(
      `${start}the node can't run`,
    );
    server.state.fault = null;
    await server.flow("support", "POST", "/undeploy");
  });

  it("simulate without a response node; deploy says it as a 400", async () => {
    expect(await server.flow("bare", "POST", "/simulate", { body: { query: "x" } })).toMatchObject({
      status: 500,
      body: { detail: "Error simulating flow: No Response Node found in flow" },
    });
    expect(await server.flow("bare", "POST", "/deploy")).toMatchObject({
      status: 400,
      body: { detail: "No Response Node found in flow" },
    });
  });

  it.each([[{}], [{ query: null }], [{ query: "" }], [undefined]])(
    "simulate with %j: query is required",
    async (body) => {
      expect(await server.flow("support", "POST", "/simulate", { body })).toMatchObject({
        status: 400,
        body: { detail: "query is required in request body" },
      });
    },
  );

  it.each(["/simulate", "/nodes/results", "/"])("POST %s: a bad page_size", async (path) => {
    const bounds = "page_size must be between 1 and 100";
    const bad = [0, 101, -1, 2.5].map((size) => [size, bounds] as const);
    for (const [page_size, detail] of [...bad, ["10", "page_size must be a number, without quotes"]]) {
      const body = { query: "x", node_id: "dataset", page_size };
      const { status, body: answered } = await server.flow("support", "POST", path, { body });
      expect([status, answered.detail]).toEqual([400, detail]);
    }
  });

  it.each([
    ["/chunking/x", {}, "config is required in request body"],
    ["/chunking/x", { config: {} }, "config.chunkingSplitter is required"],
    [
      "/chunking/x",
      { config: { chunkingSplitter: "lines" } },
      "chunkingSplitter must be one of character, token, semantic, title, element",
    ],
    ["/retrieval/x", { config: {} }, "config.searchType is required"],
    ["/retrieval/x", { config: { searchType: "hybrid", topK: 101 } }, "topK must be between 1 and 100"],
    ["/reranking/x", { config: { topK: 0 } }, "topK must be a positive integer or null"],
    ["/smart-rag/x", { config: { topK: 1.5 } }, "topK must be a positive integer"],
    ["/graph-rag/x", { config: { topK: "5" } }, "topK must be a positive integer or null"],
    ["/raptor-rag/x", { config: { max_level: 9 } }, "max_level must be between 2 and 8"],
    ["/llm/x", { config: { temperature: 2.1 } }, "temperature must be between 0 and 2"],
    ["/datasets/x", { config: { files: ["a", 7] } }, "files must be a list of names of sources"],
  ])("PATCH %s %j: %s", async (path, body, detail) => {
    expect(await server.flow("support", "PATCH", path, { body })).toMatchObject({
      status: 400,
      body: { detail },
    });
  });

  it("401 before 403 before 413 before 400 before 404", async () => {
    const large = { "content-length": String(11 * 1024 * 1024) };
    const wrong = { body: { page_size: 0 } };
    expect(await server.flow("support", "POST", "/simulate", { token: null, ...wrong })).toMatchObject({
      status: 401,
      body: { detail: "Invalid authentication credentials" },
    });
    for (const token of [server.tokens.reader, server.tokens.other]) {
      const refused = await server.flow("support", "POST", "/simulate", { token, headers: large });
      expect(refused).toMatchObject({ status: 403, body: { detail: "Permission denied" } });
    }
    expect((await server.flow("unknown", "POST", "/simulate", { headers: large })).status).toBe(413);
    expect((await server.flow("unknown", "POST", "/simulate", wrong)).status).toBe(400);
  });

  it("every operation of a flow refuses another project", async () => {
    for (const [method, path] of [
      ["POST", "/"],
      ["GET", "/datasets"],
      ["GET", "/graph"],
      ["DELETE", "/"],
      ["GET", "/runs/x/events"],
    ] as const) {
      const answer = await server.flow("support", method, path, { token: server.tokens.other });
      expect([path, answer.status, answer.body.detail]).toEqual([path, 403, "Permission denied"]);
    }
  });

  it("paging is right at every edge", async () => {
    const page = async (total: number, body: object) => {
      server.state.items = exampleItems(total);
      const sent = { body: { query: "x", node_id: "dataset", ...body } };
      const answers = [
        await server.flow("support", "POST", "/simulate", sent),
        await server.flow("support", "POST", "/nodes/results", sent),
      ];
      const [one, other] = answers.map(
        ({ body: { items, total: all, page: number, page_size, total_pages } }) => [
          items.length,
          all,
          number,
          page_size,
          total_pages,
        ],
      );
      expect(one).toEqual(other);
      return one;
    };
    expect(await page(0, {})).toEqual([0, 0, 1, 10, 0]);
    expect(await page(10, {})).toEqual([10, 10, 1, 10, 1]);
    expect(await page(11, { page: 2 })).toEqual([1, 11, 2, 10, 2]);
    expect(await page(11, { page: 3 })).toEqual([0, 11, 3, 10, 2]);
    expect(await page(100, { page_size: 100 })).toEqual([100, 100, 1, 100, 1]);
    expect(await page(101, { page: 2, page_size: 100 })).toEqual([1, 101, 2, 100, 2]);
    expect(await page(3, { page: null, page_size: null })).toEqual([3, 3, 1, 10, 1]);
    expect(await page(3, { page_size: 1, page: 3, unknown: true })).toEqual([1, 3, 3, 1, 3]);
    const { body } = await server.flow("support", "POST", "/simulate", { body: { query: "x", page: 0 } });
    expect(body.detail).toBe("page must be 1 or greater");
  });
});
