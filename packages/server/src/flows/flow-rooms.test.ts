import { beforeEach, describe, expect, it } from "vitest";
import { memoryAcceptedRuns } from "../../testing/memory-accepted-runs.ts";
import { memoryFlowStore } from "../../testing/memory-flow-store.ts";
import { rowOf, wordNodes } from "../../testing/word-nodes.ts";
import { createDatasetFiles } from "./chunk-sets/dataset-files.ts";
import { createFlowRooms } from "./create-flow-rooms.ts";
import type { Flow, FlowGraph } from "./flow/flow.ts";
import type { FlowStore } from "./flow/flow-store.ts";
import type { FlowProgress } from "./flow/shown.ts";
import type { FlowRooms } from "./flow-rooms.ts";
import type { AcceptedRuns } from "./run/accepted-runs.ts";

const never = new AbortController().signal;
const page = { number: 1, size: 10 };
const row = (chunking: Record<string, unknown> = {}): FlowGraph =>
  rowOf(
    ["dataset", { files: ["a.txt", "b.txt"] }],
    ["chunking", { chunkingSplitter: "character", chunkSize: 100, ...chunking }],
    ["retrieval", { topK: 3 }],
    ["response", {}],
  );
const flowOf = (draft: FlowGraph): Flow => ({
  flowId: "f",
  projectId: "p",
  name: "support",
  description: null,
  draft,
  draftVersion: 1,
  deployedRevisionId: null,
  wasDeployed: false,
  createdAt: new Date(),
  updatedAt: new Date(),
});

describe("running a flow", () => {
  let store: FlowStore;
  let accepted: AcceptedRuns;
  let rooms: FlowRooms;
  let nodes: ReturnType<typeof wordNodes>;
  /** The version of each file. */
  let versions: Map<string, string>;
  const current = async () => (await store.find("support")) as Flow;
  const open = (draft: FlowGraph) => {
    store = memoryFlowStore(flowOf(draft));
    accepted = memoryAcceptedRuns();
    versions = new Map([
      ["a.txt", "a1"],
      ["b.txt", "b1"],
    ]);
    nodes = wordNodes(versions);
    rooms = createFlowRooms({
      flows: store,
      acceptedRuns: accepted,
      kinds: nodes.kinds,
      clock: { now: () => new Date() },
      files: createDatasetFiles({
        sourceNames: {
          byNames: async (_project, names) =>
            new Map(names.map((name) => [name, name < "c" ? [{ fileId: name, fileName: name }] : []])),
        },
      }),
      resolveReferences: async (_project, { config }) => config,
      sourceNames: { byIds: async (_project, ids) => ids.map((fileId) => ({ fileId, fileName: fileId })) },
      revisionFault: ({ nodeVersions }) => (nodeVersions.llm === 9 ? "llm: version 9 is not known" : null),
      readItems: async (_project, { output }, { number, size }) => {
        const found = output.kind === "passages" ? output.lists.flatMap(({ passages }) => passages) : [];
        const items = found.map(({ id }) => ({ id, content: id, metadata: {} }));
        return { items: items.slice((number - 1) * size, number * size), total: items.length };
      },
    });
  };
  beforeEach(() => open(row()));
  const simulate = async (query = "who", onProgress?: (step: FlowProgress) => void) =>
    rooms.simulateFlow(await current(), { query, page, signal: never, onProgress });
  const flags = async () =>
    Object.fromEntries(
      (await rooms.listNodes(await current())).map(({ id, result }) => [id, result?.updated ?? null]),
    );

  it("answers what the response gives, told step by step", async () => {
    const steps: string[] = [];
    const answer = await simulate("who", (step) =>
      steps.push(step.type === "node" ? `${step.nodeId} ${step.state}` : "result"),
    );
    expect(answer).toMatchObject({ total: 2, items: [{ metadata: { processing_node: "retrieval" } }, {}] });
    expect(steps.slice(0, 3)).toEqual(["dataset running", "dataset ran", "chunking running"]);
    expect(steps.at(-1)).toBe("result");
    expect(await flags()).toEqual({ dataset: true, chunking: true, retrieval: true, response: true });
  });

  it("marks a changed node and all after it as needing an update, until the next simulation", async () => {
    await simulate();
    await rooms.updateNode(await current(), "chunking", "chunking", {
      chunkingSplitter: "character",
      chunkSize: 50,
    });
    expect(await flags()).toEqual({ dataset: true, chunking: false, retrieval: false, response: false });
    expect(await rooms.explain(await current(), null, never)).toMatchObject([
      { nodeId: "dataset", runs: false },
      { nodeId: "chunking", runs: true, why: "chunkSize 100 → 50" },
      { nodeId: "retrieval", runs: true, why: "'chunking' runs" },
      { nodeId: "response", runs: true, why: "'retrieval' runs" },
    ]);
    await simulate();
    expect(await flags()).toMatchObject({ chunking: true, response: true });
    expect((await rooms.explain(await current(), null, never)).filter(({ runs }) => runs)).toEqual([]);
    expect(await rooms.explain(await current(), "what", never)).toMatchObject([
      { runs: false },
      { runs: false },
      { runs: true, why: "the query changed" },
      { runs: true },
    ]);
  });

  it("marks what was drawn from a document as outdated once it has a new version, as explain says it", async () => {
    const other = rowOf(["dataset", { files: ["b.txt"] }], ["chunking", { chunkSize: 100 }]);
    const renamed = other.nodes.map((node) => ({ ...node, id: `other-${node.id}` }));
    const edges = [
      ...[{ source: "other-dataset", target: "other-chunking" }],
      ...[{ source: "other-chunking", target: "retrieval" }],
    ];
    const { nodes: row1, edges: edges1 } = rowOf(
      ["dataset", { files: ["a.txt"] }],
      ["chunking", { chunkSize: 100 }],
      ["retrieval", { topK: 3 }],
      ["response", {}],
    );
    open({ nodes: [...row1, ...renamed], edges: [...edges1, ...edges] });
    await simulate();
    const isSaidByAll = async () => {
      const runs = (await rooms.explain(await current(), null, never)).map(({ nodeId, runs }) => [
        nodeId,
        !runs,
      ]);
      expect(await flags()).toEqual(Object.fromEntries(runs));
    };
    await isSaidByAll();
    expect(Object.values(await flags())).not.toContain(false);
    versions.set("a.txt", "a2");
    const changed = { dataset: false, chunking: false, retrieval: false, response: false };
    expect(await flags()).toEqual({ ...changed, "other-dataset": true, "other-chunking": true });
    await isSaidByAll();
    expect((await rooms.nodeResults(await current(), "retrieval", page)).notes).toEqual([
      "What they were made of has changed since. Simulate again to see what is there now",
    ]);
    expect((await rooms.nodeResults(await current(), "other-chunking", page)).notes).toEqual([]);
    await simulate();
    expect(Object.values(await flags())).not.toContain(false);
  });

  it("refuses files and nodes that do not exist, in the contract's words", async () => {
    await expect(
      rooms.updateNode(await current(), "dataset", "dataset", { files: ["a.txt", "x.txt", "y.txt"] }),
    ).rejects.toMatchObject({
      status: 400,
      message: "The following files do not exist as sources in the dataset: x.txt, y.txt",
    });
    await expect(
      rooms.updateNode(await current(), "dataset", "retrieval", { files: [] }),
    ).rejects.toMatchObject({
      status: 404,
      message: "Dataset node with id 'retrieval' not found in flow 'support'",
    });
    await rooms.updateNode(await current(), "dataset", "dataset", { files: [] });
    expect(await simulate()).toMatchObject({ items: [], total: 0 });
    await rooms.updateNode(await current(), "dataset", "dataset", {});
    expect((await current()).draft.nodes[0]?.config).toEqual({ files: [] });
  });

  it("saves every one of many changes that are made at the same time", async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `n${at}`);
    const { nodes: some } = row();
    const retrieval = some.find(({ type }) => type === "retrieval") as FlowGraph["nodes"][number];
    open({ nodes: ids.map((id) => ({ ...retrieval, id })), edges: [] });
    const flow = await current();
    await Promise.all(
      ids.map((id, at) => rooms.updateNode(flow, "retrieval", id, { searchType: "hybrid", topK: at + 1 })),
    );
    expect((await current()).draft.nodes.map(({ config }) => config.topK)).toEqual(
      ids.map((_, at) => at + 1),
    );
  });

  it("runs the deployed revision, whatever the draft has become", async () => {
    const flow = await current();
    await expect(rooms.runFlow(flow, { query: "who", page, signal: never })).rejects.toMatchObject({
      status: 404,
      message: "No deployed revision found for flow support",
    });
    const { revisionId } = await store.deploy({
      revisionId: "r1",
      flowId: "f",
      graph: flow.draft,
      files: { dataset: ["a.txt"] },
      nodeVersions: {},
      toolDescription: null,
      createdAt: new Date(),
    });
    await store.replaceDraft("f", { graph: rowOf(["dataset", { files: [] }], ["response", {}]) });
    const ran = await rooms.runFlow(await current(), { query: "who", page, signal: never });
    expect(ran.total).toBe(2);
    const kept = await store.findRun("f", ran.runId);
    expect(kept).toMatchObject({ kind: "run", revisionId, state: "done", nodes: { length: 4 } });
    const again = await rooms.replay(await current(), ran.runId, "r1", never);
    expect(again.output).toEqual(kept?.output);
    await expect(
      rooms.runFlow(await current(), { query: null, revisionId: "r2", page, signal: never }),
    ).rejects.toMatchObject({ status: 404, message: "Revision with id 'r2' not found in flow 'support'" });
  });

  it("a revision runs over the files that were frozen with it, not over those that its names stand for now", async () => {
    const given: unknown[] = [];
    const run = nodes.kinds.dataset.run;
    nodes.kinds.dataset.run = (input) => {
      given.push(input.node.config.fileIds);
      return run(input);
    };
    const { draft } = await current();
    await store.deploy({
      revisionId: "r1",
      flowId: "f",
      graph: draft,
      files: { dataset: ["the a.txt of then"] },
      nodeVersions: {},
      toolDescription: null,
      createdAt: new Date(),
    });
    const ran = await rooms.runFlow(await current(), { query: "who", page, signal: never });
    await rooms.replay(await current(), ran.runId, "r1", never);
    expect(given).toEqual([["the a.txt of then"], ["the a.txt of then"]]);
  });

  it("runs no revision that can't be loaded, and says why", async () => {
    const { draft } = await current();
    const revision = { revisionId: "r1", flowId: "f", graph: draft, files: {}, nodeVersions: { llm: 9 } };
    await store.deploy({ ...revision, toolDescription: null, createdAt: new Date() });
    await expect(rooms.runFlow(await current(), { query: "who", page, signal: never })).rejects.toMatchObject(
      { status: 500, message: "Error running flow: llm: version 9 is not known" },
    );
    expect(nodes.ran).toEqual([]);
  });

  it("says which node failed and why; those after it wait for an update", async () => {
    open(row({ fails: true }));
    await expect(simulate()).rejects.toMatchObject({
      status: 500,
      message: "Error simulating flow: 'chunking': it was told to fail",
    });
    expect(await rooms.listNodes(await current())).toMatchObject([
      { result: { updated: true } },
      { result: { updated: false, has_error: true } },
      { result: { updated: false, waiting: false } },
      { result: { updated: false } },
    ]);
    const [run] = (await store.listRuns("f", { offset: 0, limit: 1 })).runs;
    expect(run).toMatchObject({ state: "failed", error: "it was told to fail" });
  });

  it("needs a response node with something joined to it", async () => {
    open(rowOf(["dataset", { files: [] }]));
    await expect(simulate()).rejects.toMatchObject({
      status: 500,
      message: "Error simulating flow: No Response Node found in flow",
    });
    open(rowOf(["response", {}]));
    await expect(simulate()).rejects.toMatchObject({ status: 500 });
  });

  it("simulates a node with all after it, and what before it is missing", async () => {
    const shown = await rooms.simulateNode(await current(), "retrieval", never);
    expect(shown.map(({ id }) => id)).toEqual(["retrieval", "response"]);
    expect(nodes.ran).toEqual(["dataset", "chunking", "retrieval", "response"]);
    expect(await rooms.nodeResults(await current(), "retrieval", { number: 2, size: 1 })).toMatchObject({
      items: [{}],
      total: 2,
    });
    await expect(rooms.nodeResults(await current(), "nobody", page)).rejects.toMatchObject({
      status: 404,
      message: "Node with id 'nobody' not found in flow 'support'",
    });
  });

  it.each([
    [
      "simulation",
      (input: Parameters<FlowRooms["simulateFlow"]>[1]) => (flow: Flow) => rooms.simulateFlow(flow, input),
    ],
    ["run", (input: Parameters<FlowRooms["simulateFlow"]>[1]) => (flow: Flow) => rooms.runFlow(flow, input)],
  ])(
    "goes on with an interrupted %s: what was done is told again, and not done again",
    async (kind, begin) => {
      const { draft } = await current();
      const revision = { revisionId: "r1", flowId: "f", graph: draft, files: { dataset: ["a.txt"] } };
      await store.deploy({ ...revision, nodeVersions: {}, toolDescription: null, createdAt: new Date() });
      const go = async (endAt?: string) => {
        const told: string[] = [];
        const killing = new AbortController();
        const input = {
          ...{ query: "who", page, signal: killing.signal, runId: "one", isAccepted: true },
          onProgress: (step: FlowProgress) => {
            const event = step.type === "node" ? `${step.nodeId} ${step.state} ${step.why}` : "result";
            told.push(event);
            if (event.startsWith(endAt ?? "never")) killing.abort(new Error("killed"));
          },
        };
        const answer = await begin(input)(await current()).catch((error: Error) => error.message);
        return { told, answer };
      };
      const before = await go("chunking ran");
      expect(before.answer).toBe("killed");
      expect(await accepted.find("one")).toMatchObject({
        run: { kind },
        steps: [{ trace: { nodeId: "dataset" } }, {}],
      });
      // Meanwhile the draft became another one.
      await store.replaceDraft("f", { graph: row({ chunkSize: 7 }) });
      nodes.ran.length = 0;
      const after = await go();
      expect(after.told.slice(0, before.told.length)).toEqual(before.told);
      expect(after.told.slice(before.told.length)).toEqual([
        expect.stringContaining("retrieval running"),
        expect.stringContaining("retrieval ran"),
        ...Array(2).fill(expect.stringContaining("response")),
        "result",
      ]);
      expect(nodes.ran).toEqual(["dataset", "retrieval", "response"]);
      expect(after.answer).toMatchObject({ runId: "one", items: [{ content: "a1/100 who" }, {}] });
      const trace = await store.findRun("f", "one");
      expect(trace?.nodes.map(({ nodeId, state }) => `${nodeId} ${state}`)).toEqual([
        ...["dataset ran", "chunking ran", "retrieval ran", "response ran"],
      ]);
    },
  );
});
