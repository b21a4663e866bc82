import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import { rowOf, wordNodes } from "../../../testing/word-nodes.ts";
import type { FlowGraph, NodeId } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import { canonicalJson } from "../node/content-key.ts";
import { type GraphOutcome, runGraph } from "./run-graph.ts";

const never = new AbortController().signal;
const files = () => new Map<string, string>(Array.from({ length: 200 }, (_, at) => [`${at}.txt`, `v${at}`]));
const names = [...files().keys()];
const graph = (more: Record<string, unknown> = {}): FlowGraph =>
  rowOf(
    ["dataset", { files: names }],
    ["chunking", { chunkSize: 100, ...more }],
    ["retrieval", { topK: 3 }],
    ["response", {}],
  );
const run = (
  on: FlowGraph,
  nodes: ReturnType<typeof wordNodes>,
  kept: ReadonlyMap<NodeId, NodeRecord> = new Map(),
  query: string | null = "who",
) =>
  runGraph(
    { graph: on, projectId: "p", query, nodeIds: new Set(on.nodes.map(({ id }) => id)), kept, signal: never },
    nodes.kinds,
  );
const reasons = ({ trace }: GraphOutcome) =>
  Object.fromEntries(trace.map(({ nodeId, state, why }) => [nodeId, state === "kept" ? "kept" : why]));

describe("running a graph", () => {
  it("runs every node once, after those before it", async () => {
    const nodes = wordNodes(files());
    const outcome = await run(graph(), nodes);
    expect(nodes.ran).toEqual(["dataset", "chunking", "retrieval", "response"]);
    expect(outcome.records.get("response")?.output).toMatchObject({ lists: [{ passages: { length: 3 } }] });
    expect(reasons(outcome)).toMatchObject({ chunking: "first run", response: "first run" });
  });

  it("follows the edges, not the order in which the graph lists its nodes", async () => {
    const nodes = wordNodes(files());
    const { nodes: listed, edges } = graph();
    await run({ nodes: listed.toReversed(), edges: edges.toReversed() }, nodes);
    expect(nodes.ran).toEqual(["dataset", "chunking", "retrieval", "response"]);
  });

  it("runs only the dataset again when nothing changed", async () => {
    const nodes = wordNodes(files());
    const { records } = await run(graph(), nodes);
    const again = await run(graph(), nodes, records);
    expect(nodes.ran.slice(4)).toEqual(["dataset"]);
    expect(again.records.get("response")?.output).toEqual(records.get("response")?.output);
  });

  it("says why a node runs", async () => {
    const stored = files();
    const nodes = wordNodes(stored);
    const { records } = await run(graph(), nodes);
    const asked = await run(graph(), nodes, records, "what");
    expect(reasons(asked)).toMatchObject({ chunking: "kept", retrieval: "the query changed" });
    stored.set("7.txt", "v7b");
    expect(reasons(await run(graph(), nodes, records))).toMatchObject({
      chunking: "1 of 200 files changed",
      retrieval: "1 of 200 files changed",
    });
    stored.delete("7.txt");
    expect(reasons(await run(graph(), nodes, records))).toMatchObject({ chunking: "1 file is gone" });
    expect(reasons(await run(graph({ chunkSize: 50 }), wordNodes(files()), records))).toMatchObject({
      dataset: "nothing changed",
      chunking: "chunkSize 100 → 50",
    });
    expect(reasons(await run(graph({ chunkOverlap: 5 }), wordNodes(files()), records))).toMatchObject({
      chunking: "chunkOverlap unset → 5",
    });
  });

  it("takes a default for what it is, written or not", async () => {
    const nodes = wordNodes(files());
    const bare = rowOf(["dataset", { files: names }], ["retrieval", {}], ["response", {}]);
    const { records } = await run(bare, nodes);
    const written = rowOf(["dataset", { files: names }], ["retrieval", { topK: 5 }], ["response", {}]);
    expect(reasons(await run(written, nodes, records))).toMatchObject({ retrieval: "kept" });
  });

  it("ends at the node that fails, and runs it again next time", async () => {
    const nodes = wordNodes(files());
    const failing = await run(graph({ fails: true }), nodes);
    expect(failing.failure).toMatchObject({
      node: { id: "chunking" },
      error: { message: "it was told to fail" },
    });
    expect([...failing.records.keys()]).toEqual(["dataset", "chunking"]);
    await run(graph({ fails: true }), nodes, failing.records);
    expect(nodes.ran).toEqual(["dataset", "chunking", "dataset", "chunking"]);
  });

  it("says nothing of an unexpected error but that it is the service's", async () => {
    const { records } = await run(graph({ breaks: true }), wordNodes(files()));
    expect(records.get("chunking")).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/^It failed for a reason/),
    });
    expect(canonicalJson([...records])).not.toContain("secret");
  });

  it("runs a node again when what it reads beside its inputs changed", async () => {
    const nodes = wordNodes(files());
    let prompt = "Be brief.";
    nodes.kinds.chunking.alsoReads = async () => ({ prompt });
    const { records } = await run(graph(), nodes);
    expect(reasons(await run(graph(), nodes, records))).toMatchObject({ chunking: "kept" });
    prompt = "Be kind.";
    expect(reasons(await run(graph(), nodes, records))).toMatchObject({ chunking: "the prompt changed" });
  });

  it("does not run a node again for another query when its questions come in", async () => {
    const nodes = wordNodes(files());
    nodes.kinds.reranking.readsQuery = true;
    const on = rowOf(
      ["dataset", { files: names }],
      ["retrieval", { topK: 0 }],
      ["reranking", {}],
      ["response", {}],
    );
    nodes.kinds.retrieval.readsQuery = false;
    const { records } = await run(on, nodes);
    expect(reasons(await run(on, nodes, records, "what"))).toMatchObject({ reranking: "kept" });
  });

  it("stops when the signal aborts", async () => {
    const on = graph();
    const nodes = wordNodes(files());
    const leaving = new AbortController();
    const left = runGraph(
      {
        graph: on,
        projectId: "p",
        query: null,
        nodeIds: new Set(on.nodes.map(({ id }) => id)),
        kept: new Map(),
        signal: leaving.signal,
        onNode: ({ node }) => node.id === "chunking" && leaving.abort(new Error("left")),
      } as Parameters<typeof runGraph>[0],
      nodes.kinds,
    );
    await expect(left).rejects.toThrow("left");
    expect(nodes.ran).not.toContain("retrieval");
  });

  it("a node that the signal stops while it works did not fail: nothing is recorded of it", async () => {
    const nodes = wordNodes(files());
    const leaving = new AbortController();
    const steps: string[] = [];
    nodes.kinds.chunking.run = async () => {
      leaving.abort(new Error("left"));
      throw new Error("the work was cut short");
    };
    const on = graph();
    const left = runGraph(
      {
        graph: on,
        projectId: "p",
        query: null,
        nodeIds: new Set(on.nodes.map(({ id }) => id)),
        kept: new Map(),
        signal: leaving.signal,
        onNode: ({ node, state }) => void steps.push(`${node.id} ${state}`),
      },
      nodes.kinds,
    );
    await expect(left).rejects.toThrow("left");
    expect(steps).toEqual(["dataset running", "dataset ran", "chunking running"]);
  });

  it("gives after any history of edits what a computation from nothing gives", async () => {
    const random = seededRandom(7);
    const pick = (count: number): number => Math.floor(random() * count);
    for (let history = 0; history < 100; history++) {
      const stored = files();
      let kept: ReadonlyMap<NodeId, NodeRecord> = new Map();
      let [chunkSize, topK, query] = [100, 3, "who"];
      for (let edit = 0; edit < 8; edit++) {
        const name = names[pick(names.length)] ?? "";
        const edits = [
          () => stored.set(name, `edit ${history} ${edit}`),
          () => stored.delete(name),
          () => (chunkSize = 50 + pick(3)),
          () => (topK = 1 + pick(4)),
          () => (query = `query ${pick(3)}`),
        ];
        edits[pick(edits.length)]?.();
        const on = rowOf(
          ["dataset", { files: names }],
          ["chunking", { chunkSize }],
          ["retrieval", { topK }],
          ["reranking", {}],
          ["response", {}],
        );
        const outcome = await run(on, wordNodes(stored), kept, query);
        const anew = await run(on, wordNodes(stored), new Map(), query);
        kept = outcome.records;
        const outputs = ({ records }: GraphOutcome) =>
          canonicalJson([...records].map(([id, { output, key }]) => [id, key, output]));
        expect(outputs(outcome)).toBe(outputs(anew));
      }
    }
  });
});
