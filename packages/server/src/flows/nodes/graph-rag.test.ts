import { describe, expect, it } from "vitest";
import { createFlowSources, projectOfFlow } from "../../../testing/graph-sources.ts";
import { createGraphOfSources } from "../entities/graph-of-sources.ts";
import { createEntityGraph } from "../entities/graph-view.ts";
import type { Flow } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { createGraphRagNode } from "./graph-rag.ts";

const question = "In which country was the author who wrote the play Brand born?";
const plays = Array.from({ length: 12 }, (_, at) => `Plays ${at}: The play number ${at} is for a stage.`);
const brand = "Brand: A verse tragedy. The play was written by Henrik Ibsen in 1865.";
const ibsen = "Henrik Ibsen: Born in Skien, a town of a northern country.";

async function open() {
  const sources = createFlowSources();
  await sources.put("brand", [brand]);
  await sources.put("ibsen", [ibsen]);
  await sources.put("plays", plays);
  const graphOf = createGraphOfSources(sources);
  const node = createGraphRagNode({ ...sources, graphOf });
  const run = (config: Record<string, unknown> = {}, given: Parameters<typeof sources.input>[2] = {}) =>
    node.run(sources.input("graph-rag", config, { query: question, ...given }));
  return { ...sources, graphOf, node, run };
}

const passagesOf = (output: NodeOutput) =>
  output.kind === "passages" ? (output.lists[0]?.passages ?? []) : expect.unreachable();

describe("a graph-rag node", () => {
  it("finds the passage that answers, and says by which name of which passage", async () => {
    const { run } = await open();
    const { output, counts } = await run({ topK: 6 });
    const passages = passagesOf(output);
    expect(passages).toHaveLength(6);
    expect(passages.find(({ id }) => id === "ibsen v1 #0")).toMatchObject({
      chunkIds: ["ibsen v1 #0"],
      metadata: { entities: expect.arrayContaining(["Henrik Ibsen"]) },
    });
    expect(counts).toMatchObject({ total_processed: 3, total_chunks: 14, total_retrieved: 6 });
    expect(Number(counts.total_entities)).toBeGreaterThan(2);
    expect(Number(counts.total_relationships)).toBeGreaterThan(0);
    const bridged = passages.find(({ metadata }) => metadata?.via !== undefined);
    expect(bridged?.metadata).toMatchObject({ via_chunk: expect.any(String) });
    // Nothing that is stored with the flow has the text of a document.
    expect(JSON.stringify(output)).not.toContain("tragedy");
  });

  it("answers each question that comes in, and only then the query of the run", async () => {
    const { run, documents } = await open();
    const queries = {
      kind: "queries" as const,
      queries: [
        { id: "a", text: "Skien" },
        { id: "b", text: "stage" },
      ],
    };
    const { output } = await run({ topK: 1 }, { inputs: [documents(), queries] });
    expect(output.kind === "passages" && output.lists.map(({ query }) => query.id)).toEqual(["a", "b"]);
    const unasked = await run({}, { query: " " });
    expect(unasked.output).toEqual({ kind: "passages", lists: [] });
    expect(unasked.notes).toEqual(["There is no query, so nothing was searched"]);
  });

  it("takes the chunks of a chunking node, and nothing of other files", async () => {
    const { run, chunkSets } = await open();
    const sets = chunkSets().sets.filter(({ fileId }) => fileId !== "ibsen");
    const { output, counts } = await run({}, { inputs: [{ kind: "chunks", sets }] });
    expect(counts).toMatchObject({ total_processed: 2, total_chunks: 13 });
    expect(passagesOf(output).some(({ id }) => id.startsWith("ibsen"))).toBe(false);
    const none = await run({}, { inputs: [{ kind: "documents", documents: [] }] });
    expect(none.counts).toMatchObject({ total_processed: 0, total_retrieved: 0, total_entities: 0 });
  });

  it.each([0, -1, 1.5, "5"])("refuses topK %j", async (topK) => {
    await expect((await open()).run({ topK })).rejects.toThrow("topK must be a positive integer or null");
  });

  it("gives all that is found when topK is null", async () => {
    const { run } = await open();
    expect(passagesOf((await run({ topK: null })).output).length).toBeGreaterThan(6);
  });

  it("reads a changed file alone, and nothing again when one is deleted", async () => {
    const { run, put, remove, saves } = await open();
    await run();
    expect(saves).toEqual(["brand v1", "ibsen v1", "plays v1"]);
    await put("ibsen", [`${ibsen} Later in Bergen.`], 2);
    const { counts } = await run();
    expect(saves.slice(3)).toEqual(["ibsen v2"]);
    remove("ibsen");
    const after = await run();
    expect(saves).toHaveLength(4);
    expect(Number(after.counts.total_entities)).toBeLessThan(Number(counts.total_entities));
  });

  it("gives after any history of changes what a first run gives", async () => {
    const kept = await open();
    const fresh = createFlowSources();
    const texts = [
      brand,
      ibsen,
      "Skien: A town in Norway. Henrik Ibsen left it.",
      "Norway: A country of Europe. Skien is there.",
    ];
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let step = 1; step <= 40; step++) {
      const file = `file ${next(5)}`;
      if (next(3) === 0) kept.remove(file);
      else await kept.put(file, [texts[next(4)] ?? "", texts[next(4)] ?? ""], step);
      if (next(2) === 0) await kept.run();
    }
    const end = await kept.run();
    for (const [versionId, version] of kept.versions) fresh.versions.set(versionId, version);
    const anew = createGraphRagNode({
      ...fresh,
      graphOf: createGraphOfSources(fresh),
    });
    expect(end).toEqual(await anew.run(fresh.input("graph-rag", {}, { query: question })));
  });

  it("stops when it is told to", async () => {
    const { run } = await open();
    await expect(run({}, { signal: AbortSignal.abort(new Error("Stopped")) })).rejects.toThrow("Stopped");
  });

  it("says what running costs, without running", async () => {
    const { node, input, saves } = await open();
    expect(await node.estimate?.(input("graph-rag", {}, {}))).toEqual({
      files: 3,
      chunks: 14,
      modelCalls: 0,
      tokens: 0,
    });
    expect(saves).toEqual([]);
  });
});

describe("the view of a graph", () => {
  async function openView() {
    const sources = await open();
    const { node } = sources.input("graph-rag", {}, {});
    const dataset = { ...node, id: "dataset-1", type: "dataset" as const };
    const flow = {
      flowId: "flow",
      projectId: projectOfFlow,
      name: "support",
      draft: { nodes: [dataset, node], edges: [{ source: "dataset-1", target: node.id }] },
    } as Flow;
    let isSimulated = true;
    const records = async () =>
      isSimulated ? [{ nodeId: "dataset-1", output: sources.documents() } as NodeRecord] : [];
    const entityGraph = createEntityGraph({ ...sources, flows: { records } });
    const view = (limit = 100, nodeId = node.id) =>
      entityGraph(flow, nodeId, limit, new AbortController().signal);
    const forget = () => {
      isSimulated = false;
    };
    return { ...sources, view, forget };
  }

  it("has the most mentioned entities, and their relationships with the names of the files that have them", async () => {
    const { view, remove } = await openView();
    const { entities, relationships } = await view();
    expect(entities[0]).toEqual({ id: "henrik ibsen", name: "Henrik Ibsen", kind: "name", mentions: 2 });
    expect(relationships).toContainEqual({
      source: "henrik ibsen",
      target: "brand",
      weight: 1,
      files: ["brand.txt"],
    });
    expect((await view(1)).entities).toHaveLength(1);
    expect((await view(1)).relationships).toEqual([]);
    remove("ibsen");
    expect((await view()).entities[0]?.mentions).toBe(1);
  });

  it("is empty before a simulation, and 404 for what is no graph RAG node", async () => {
    const { view, forget } = await openView();
    await expect(view(10, "dataset-1")).rejects.toMatchObject({
      status: 404,
      message: "Graph RAG node with id 'dataset-1' not found in flow 'support'",
    });
    forget();
    expect(await view()).toEqual({ entities: [], relationships: [] });
  });
});
