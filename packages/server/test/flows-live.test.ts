import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStores } from "../src/adapters/sql/create-stores.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

type Item = {
  id: string;
  content: string;
  page_content: string;
  embedding?: number[];
  metadata: Record<string, unknown>;
};
type Body = {
  detail: string;
  message: string;
  items: Item[];
  total: number;
  total_pages: number;
  files?: { file_id: string; file_name: string; chunks: number }[];
  revision_id: string;
  run_id: string;
  nodes: { node_id: string; runs: boolean; why: string; state: string }[];
  entities: { name: string }[];
  flows: object[];
};

const dataset = { id: "files", type: "dataset", config: { files: ["orchard.md", "kettles.md"] } };
const node = ({ id, type, config }: { id: string; type: string; config: object }, at: number) => ({
  id,
  type,
  position: { x: at * 300, y: 0 },
  style: { width: 200, height: 80 },
  data: { name: id, config },
});
const row = (...nodes: { id: string; type: string; config: object }[]) => ({
  nodes: nodes.map(node),
  edges: nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id })),
});
const rag = { id: "rag", type: "smart-rag", config: {} };
const response = { id: "response", type: "response", config: {} };
const chunked = (config: object = {}) =>
  row(
    dataset,
    { id: "cuts", type: "chunking", config: { chunkingSplitter: "character", chunkSize: 60, ...config } },
    { id: "finds", type: "retrieval", config: { searchType: "keyword", topK: 3 } },
    response,
  );

/** Flows as the whole service runs them: its threads, its stores, its index. */
describe("flows of a running service", () => {
  let server: TestServer;
  let orchard: string;
  beforeAll(async () => {
    server = await startServer();
    orchard = (
      await server.ingestAndWait(
        "orchard.md",
        "# The orchard\n\nNine trees are left of the Hollin Seedling. Jonas Felk has grafted forty young ones.\n\n# Wells\n\nThe wells of the orchard are closed in March.",
      )
    ).file_id;
    await server.ingestAndWait(
      "kettles.md",
      "# Kettles\n\nA kettle boils water in four minutes. Copper kettles boil it in three.",
    );
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, body?: object) => {
    const reply = await server.fetch(`${server.baseUrl.replace(/\/sources$/, "")}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Body };
  };
  const create = (name: string, graph: object) => send("POST", "/flows/create", { name, graph });
  const why = async (name: string, query?: string) =>
    Object.fromEntries(
      (await send("POST", `/flows/${name}/explain`, query ? { query } : {})).body.nodes.map((each) => [
        each.node_id,
        each.runs ? each.why : "kept",
      ]),
    );

  it("says what was left out of chunks, and where", async () => {
    await create("bare", chunked({ elementsToRemove: ["Title"] }));
    await send("POST", "/flows/bare/simulate", { query: "trees" });
    const { items } = (await send("POST", "/flows/bare/nodes/results", { node_id: "cuts", file_id: orchard }))
      .body;
    const leftOut = items.flatMap(({ content, metadata }) =>
      ((metadata.left_out ?? []) as { at: number; text: string }[]).map(({ at, text }) => [
        text,
        at === 0 || at === content.length,
      ]),
    );
    expect(leftOut).toEqual([
      ["The orchard", true],
      ["Wells", true],
    ]);
  });

  it("cuts, searches, and runs only what changed", async () => {
    expect((await create("chunks", chunked())).status).toBe(200);
    const first = await send("POST", "/flows/chunks/simulate", { query: "How many trees are left?" });
    expect(first.body.items[0]?.content).toContain("Nine trees are left");
    expect(first.body.items[0]?.metadata).toMatchObject({ source: "orchard.md", processing_node: "finds" });
    const cuts = await send("POST", "/flows/chunks/nodes/results", { node_id: "cuts", page_size: 2 });
    expect(cuts.body).toMatchObject({ total: expect.any(Number), items: [{ embedding: [] }, {}] });
    expect(cuts.body.total_pages).toBe(Math.ceil(cuts.body.total / 2));
    for (const { content, metadata } of cuts.body.items)
      expect(Number(metadata.char_end) - Number(metadata.char_start)).toBe(content.length);
    expect(cuts.body.files).toEqual([
      { file_id: expect.any(String), file_name: "kettles.md", chunks: expect.any(Number) },
      { file_id: orchard, file_name: "orchard.md", chunks: expect.any(Number) },
    ]);
    const ofOne = await send("POST", "/flows/chunks/nodes/results", { node_id: "cuts", file_id: orchard });
    expect(new Set(ofOne.body.items.map(({ metadata }) => metadata.source))).toEqual(new Set(["orchard.md"]));
    expect(ofOne.body.total).toBe(ofOne.body.files?.[1]?.chunks);
    expect(await why("chunks")).toEqual({ files: "kept", cuts: "kept", finds: "kept", response: "kept" });
    expect(await why("chunks", "What boils?")).toMatchObject({ cuts: "kept", finds: "the query changed" });
    await send("PATCH", "/flows/chunks/chunking/cuts", {
      config: { chunkingSplitter: "character", chunkSize: 60, chunkOverlap: 10 },
    });
    expect(await why("chunks")).toMatchObject({ files: "kept", cuts: "chunkOverlap 0 → 10" });
  });

  it("answers from the deployed revision while the draft changes, and from an older one after a rollback", async () => {
    await create("steady", row(dataset, { id: "rag", type: "smart-rag", config: { topK: 2 } }, response));
    const told = { tool_description: "Knows the orchard." };
    const first = (await send("POST", "/flows/steady/deploy", told)).body.revision_id;
    expect((await send("GET", "/flows")).body.flows).toContainEqual(
      expect.objectContaining({ name: "steady", status: "Deployed", ...told }),
    );
    await send("PATCH", "/flows/steady/datasets/files", { config: { files: ["kettles.md"] } });
    const trees = { query: "How many trees are left of the Hollin Seedling?" };
    const ran = await send("POST", "/flows/steady", trees);
    expect(ran.body.items[0]?.page_content).toContain("Nine trees");
    await send("POST", "/flows/steady/deploy");
    expect((await send("POST", "/flows/steady", trees)).body.items).not.toContainEqual(
      expect.objectContaining({ page_content: expect.stringContaining("Nine trees") }),
    );
    await send("POST", "/flows/steady/rollback", { revision_id: first });
    expect((await send("POST", "/flows/steady", trees)).body.items).toEqual(ran.body.items);
    const trace = await send("GET", `/flows/steady/runs/${ran.body.run_id}`);
    expect(trace.body.nodes.map(({ node_id }) => node_id)).toEqual(["files", "rag", "response"]);
    await send("POST", "/flows/steady/undeploy");
    expect((await send("POST", "/flows/steady", trees)).body.detail).toBe(
      "No deployed revision found for flow steady",
    );
  });

  it("finds by a graph of entities, shows it, and by trees of summaries", async () => {
    await create("graph", row(dataset, { id: "joins", type: "graph-rag", config: { topK: 3 } }, response));
    const found = await send("POST", "/flows/graph/simulate", { query: "Who grafted the Hollin Seedling?" });
    expect(found.body.items[0]?.content).toContain("Jonas Felk");
    const drawn = await send("GET", "/flows/graph/graph-rag/joins/graph");
    expect(drawn.body.entities.map(({ name }) => name)).toContain("Jonas Felk");
    await create("trees", row(dataset, { id: "trees", type: "raptor-rag", config: { topK: 3 } }, response));
    expect(
      (await send("POST", "/flows/trees/simulate", { query: "copper kettles" })).body.total,
    ).toBeGreaterThan(0);
  });

  it("scores a test set without any model", async () => {
    const graph = row(dataset, { id: "rag", type: "smart-rag", config: {} }, response);
    const questions = [{ question: "How fast do copper kettles boil?", sources: ["kettles.md"] }];
    graph.nodes.push(node({ id: "asks", type: "testset", config: { questions } }, 1));
    graph.nodes.push(node({ id: "scores", type: "evaluation", config: {} }, 3));
    graph.edges = [
      { source: "files", target: "rag" },
      { source: "asks", target: "rag" },
      { source: "rag", target: "scores" },
      { source: "scores", target: "response" },
    ];
    await create("scored", graph);
    const { body } = await send("POST", "/flows/scored/simulate", { query: "unused" });
    expect(body.items[0]?.metadata).toMatchObject({ recall: 1, ndcg: 1, faithfulness: null });
  });

  it("says which setting an llm node needs, naming the node", async () => {
    const writes = { id: "writes", type: "llm", config: {} };
    await create("written", row(dataset, { id: "rag", type: "smart-rag", config: {} }, writes, response));
    const { status, body } = await send("POST", "/flows/written/simulate", { query: "kettles" });
    expect(status).toBe(500);
    expect(body.detail).toMatch(/^Error simulating flow: 'writes': .*HEADWATER_LANGUAGE_MODEL/);
  });

  it("says which setting a graph-rag node needs whose entities a model is to find, simulated and run", async () => {
    const graph = { id: "graph", type: "graph-rag", config: { entitiesBy: "model" } };
    await create("modelled", row(dataset, graph, response));
    const wanted = /'graph': .*HEADWATER_LANGUAGE_MODEL, or entitiesBy to "rules"/;
    const simulated = await send("POST", "/flows/modelled/simulate", { query: "kettles" });
    expect(simulated.status).toBe(500);
    expect(simulated.body.detail).toMatch(wanted);
    await send("POST", "/flows/modelled/deploy");
    const run = await send("POST", "/flows/modelled", { query: "kettles" });
    expect(run.status).toBe(500);
    expect(run.body.detail).toMatch(wanted);
  });

  it("streams each node as it runs, then the answer", async () => {
    await create("told", chunked());
    const reply = await server.fetch(`${server.baseUrl.replace(/\/sources$/, "")}/flows/told/simulate`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ query: "kettles" }),
    });
    const events = [...(await reply.text()).matchAll(/^event: (.*)$/gm)].map(([, event]) => event);
    expect(events.filter((event) => event === "node").length).toBeGreaterThanOrEqual(4);
    expect(events.at(-1)).toBe("result");
  });

  it("has nothing of a source that was deleted", async () => {
    await create("after", chunked());
    await send("POST", "/flows/after/simulate", { query: "trees" });
    const { run_id: runId } = (await send("POST", "/flows/after/simulate", { query: "Hollin" })).body;
    await server.call("DELETE", "/delete", { file_id: orchard });
    expect((await send("GET", `/flows/after/runs/${runId}`)).status).toBe(404);
    const results = await send("POST", "/flows/after/nodes/results", { node_id: "finds" });
    expect(results.body.items).toEqual([]);
    const { nodes } = (await send("POST", "/flows/after/explain", {})).body;
    expect(nodes.find(({ node_id }) => node_id === "cuts")?.why).toBe("1 of 2 files was deleted");
    const again = await send("POST", "/flows/after/simulate", { query: "Hollin trees kettles" });
    expect(again.body.items.map(({ metadata }) => metadata.source)).not.toContain("orchard.md");
    expect(again.body.total).toBeGreaterThan(0);
  });
});

it("shows no node as running after a restart", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-flows-"));
  const first = await startServer({ HEADWATER_DATA: dataFolder });
  const call = (server: TestServer, path: string, body?: object) =>
    server.fetch(`${server.baseUrl.replace(/\/sources$/, "")}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  await call(first, "/flows/create", {
    name: "cut-off",
    graph: row({ ...dataset, config: {} }, rag, response),
  });
  await first.stop();
  // As a service leaves it that is killed in the middle of a simulation.
  const database = await openTestDatabase(dataFolder);
  const { flows } = createStores(database, systemClock);
  const flow = await flows.find("cut-off");
  await flows.setStates(flow?.flowId ?? "", ["rag"], "processing");
  await database.destroy();
  const again = await startServer({ HEADWATER_DATA: dataFolder });
  const graph = (await (await call(again, "/flows/cut-off/graph")).json()) as {
    graph: { nodes: { id: string; data: { result?: object } }[] };
  };
  expect(graph.graph.nodes.find(({ id }) => id === "rag")?.data.result).toMatchObject({
    updated: false,
    processing: false,
  });
  await again.close();
  await rm(dataFolder, { recursive: true });
});
