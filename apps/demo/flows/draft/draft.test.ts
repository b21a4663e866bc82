import { expect, it } from "vitest";
import { addNode, configureNode, removeNode } from "../graph/commands.ts";
import type { FlowDetail } from "../graph/flow-detail.ts";
import { createDraft, isEdited } from "./draft.ts";

const flow = (version = 1, change = (graph: FlowDetail["graph"]) => graph): FlowDetail => ({
  name: "support",
  description: null,
  status: "New",
  url: null,
  graph: change(addNode(addNode({ nodes: [], edges: [] }, "dataset", "d"), "chunking", "c")),
  version,
  revision_id: null,
  created_at: "2026-11-23T10:00:00Z",
  updated_at: "2026-11-23T10:00:00Z",
});

const configured = (graph: FlowDetail["graph"]) => configureNode(graph, "c", { chunkSize: 600 });
const sizeOf = (draft: ReturnType<typeof createDraft>) => draft.get().nodes.get("c")?.data.config.chunkSize;

it("keeps edits and takes results when the flow is read again", () => {
  const draft = createDraft(flow());
  draft.edit(configured);
  const simulated = flow();
  simulated.graph = {
    ...simulated.graph,
    nodes: simulated.graph.nodes.map((node) => ({
      ...node,
      data: { ...node.data, result: { updated: true } },
    })),
  };
  draft.adopt(simulated);
  expect(sizeOf(draft)).toBe(600);
  expect(draft.get().nodes.get("c")?.data.result).toEqual({ updated: true });
  expect(draft.get().changes.nodes.get("c")).toBe("changed");
});

it("says that the flow was changed elsewhere, and still sends the version that the edits began with", () => {
  const draft = createDraft(flow());
  draft.edit(configured);
  draft.adopt(flow(2));
  expect(draft.get().isOutdated).toBe(true);
  expect(draft.get().saved.version).toBe(1);
  expect(sizeOf(draft)).toBe(600);
  draft.adopt(flow(2), "drop");
  expect(draft.get()).toMatchObject({ isOutdated: false, saved: { version: 2 } });
  expect(isEdited(draft.get())).toBe(false);
});

it("follows the service while nothing is edited, and keeps nodes that are as before", () => {
  const draft = createDraft(flow());
  const before = draft.get().nodes.get("d");
  draft.adopt(flow(2, configured));
  expect(sizeOf(draft)).toBe(600);
  expect(draft.get().nodes.get("d")).toBe(before);
  expect(isEdited(draft.get())).toBe(false);
});

it("selects no node that is gone", () => {
  const draft = createDraft(flow());
  draft.select("c");
  draft.edit((graph) => removeNode(graph, "c"));
  expect(draft.get().selected).toBeUndefined();
  draft.reset();
  expect(draft.get().nodes.size).toBe(2);
});

it("keeps what was edited while the draft was being saved", () => {
  const draft = createDraft(flow());
  draft.edit(configured);
  const sent = draft.get().graph;
  draft.edit((graph) => configureNode(graph, "c", { chunkSize: 700 }));
  draft.adoptSaved(flow(2, configured), sent);
  expect(sizeOf(draft)).toBe(700);
  expect(draft.get().saved.version).toBe(2);
  draft.adoptSaved(flow(3, configured), draft.get().graph);
  expect(isEdited(draft.get())).toBe(false);
});
