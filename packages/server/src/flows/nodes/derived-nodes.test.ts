import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FlowSources, openFlowSources } from "../../../testing/flow-sources.ts";
import { createRetrieve } from "../../retrieval/retrieve.ts";
import { createGraphOfSources } from "../entities/graph-of-sources.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { NodeOutcome } from "../node/node-kind.ts";
import { createSummariesOfSources } from "../raptor/summaries-of-sources.ts";
import { createGraphRagNode } from "./graph-rag.ts";
import { createRaptorRagNode } from "./raptor-rag.ts";

const question = "In which country was the author who wrote the play Brand born?";
let sources: FlowSources;
let brand: Awaited<ReturnType<FlowSources["add"]>>;
let ibsen: Awaited<ReturnType<FlowSources["add"]>>;
beforeEach(async () => {
  sources = await openFlowSources();
  brand = await sources.add("brand.txt", [
    "Brand | A verse tragedy. The play was written by Henrik Ibsen in 1865.",
    "Brand | It was first performed in Stockholm twenty years later, and lasted for six hours.",
  ]);
  ibsen = await sources.add("ibsen.txt", ["Henrik Ibsen | Born in Skien, a town of a northern country."]);
});
afterEach(() => sources.close());

/** Nodes of a service that has just started: nothing is in memory. */
function start() {
  const { stores, retrieve, searchSets } = sources;
  const deps = {
    chunks: stores.chunks,
    derived: stores.derived,
    retrieve,
    retrieveIn: (sets: Parameters<typeof searchSets.byWords>[0]) =>
      createRetrieve({ candidates: searchSets.byWords(sets), chunks: stores.chunks }),
  };
  return {
    graph: createGraphRagNode({ ...deps, graphOf: createGraphOfSources(deps) }),
    raptor: createRaptorRagNode({ ...deps, summaries: createSummariesOfSources(deps, {}) }),
  };
}
const documents = (): NodeOutput => ({ kind: "documents", documents: [brand.document, ibsen.document] });
const sets = (): NodeOutput => ({ kind: "chunks", sets: [brand.set, ibsen.set] });
const idsOf = ({ output }: NodeOutcome) =>
  output.kind === "passages" ? (output.lists[0]?.passages.map(({ id }) => id) ?? []) : expect.unreachable();

describe("nodes that derive something, over real stores", () => {
  it.each([
    ["documents", () => [documents()]],
    ["chunk sets", () => [sets()]],
    ["both, each passage once", () => [documents(), sets()]],
  ])("search %s", async (_name, inputs) => {
    const { graph, raptor } = start();
    const found = await graph.run(sources.input("graph-rag", {}, inputs(), question));
    const all = [...brand.chunks, ...ibsen.chunks].map(({ chunkId }) => chunkId);
    expect(idsOf(found).toSorted()).toEqual(all.filter((id) => idsOf(found).includes(id)).toSorted());
    expect(idsOf(found)).toEqual(
      expect.arrayContaining([brand.chunks[0]?.chunkId, ibsen.chunks[0]?.chunkId]),
    );
    expect(found.counts).toMatchObject({ total_processed: 2, total_chunks: 3 });
    const tree = await raptor.run(
      sources.input("raptor-rag", {}, inputs(), "Stockholm tragedy written by Ibsen"),
    );
    expect(tree.counts).toEqual({ tree_levels: 1, total_clusters: 1, total_summaries: 1 });
  });

  it("give the same after a restart, from what is stored", async () => {
    const input = sources.input("graph-rag", {}, [documents()], question);
    const before = await start().graph.run(input);
    const stored = { ...sources.stores.derived };
    sources.stores.derived.save = async () => expect.unreachable("Nothing is to be derived again");
    expect(await start().graph.run(input)).toEqual(before);
    Object.assign(sources.stores.derived, stored);
  });

  it("find nothing of a source that is deleted", async () => {
    const { graph, raptor } = start();
    const inputs = [documents()];
    await graph.run(sources.input("graph-rag", {}, inputs, question));
    await raptor.run(sources.input("raptor-rag", {}, inputs, question));
    await sources.stores.sources.remove(sources.projectId, brand.fileId);
    const after = await graph.run(sources.input("graph-rag", {}, inputs, question));
    expect(idsOf(after)).toEqual([ibsen.chunks[0]?.chunkId]);
    expect(after.counts).toMatchObject({ total_processed: 1, total_chunks: 1 });
    const tree = await raptor.run(sources.input("raptor-rag", {}, inputs, "Stockholm tragedy"));
    expect(tree.counts.total_summaries).toBe(0);
  });
});
