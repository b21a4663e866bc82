import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import type { Flow, FlowGraph, Revision } from "../../src/flows/flow/flow.ts";
import type { FlowRun, NodeRecord } from "../../src/flows/flow/flow-store.ts";
import { newId, type ProjectId } from "../../src/kernel/ids.ts";
import { createdAt } from "./examples.ts";

/** A dataset that goes into a chunking, or into whatever else is named. */
export const exampleGraph = (ids: string[] = ["dataset-1", "chunking-1"]): FlowGraph => ({
  nodes: ids.map((id, index) => ({
    id,
    type: index === 0 ? "dataset" : "chunking",
    position: { x: 300.5 * index, y: -20 },
    style: { height: 80, width: 240 },
    name: `Node ${index} \u0000\ud83d`,
    config: { files: ["Jahresbericht.pdf"], chunkSize: 100 },
  })),
  edges: ids.slice(1).map((target, index) => ({ source: ids[index] ?? "", target })),
});

export const exampleFlow = (projectId: ProjectId, changes: Partial<Flow> = {}): Flow => ({
  flowId: newId(),
  projectId,
  name: `flow-${newId()}`,
  description: "Answers \u0000 questions",
  draft: exampleGraph(),
  draftVersion: 1,
  deployedRevisionId: null,
  wasDeployed: false,
  createdAt,
  updatedAt: createdAt,
  ...changes,
});

export const addFlow = async (
  { flows }: Pick<Stores, "flows">,
  projectId: ProjectId,
  changes: Partial<Flow> = {},
): Promise<Flow> => {
  const flow = exampleFlow(projectId, changes);
  const draftVersion = await flows.create(flow);
  if (draftVersion === null) throw new Error(`The name ${flow.name} is taken`);
  return { ...flow, draftVersion };
};

export const exampleRevision = (
  flowId: string,
  changes: Partial<Revision> = {},
): Omit<Revision, "number"> => ({
  revisionId: newId(),
  flowId,
  graph: exampleGraph(),
  files: { "dataset-1": [newId()] },
  nodeVersions: { dataset: 1, chunking: 3 },
  toolDescription: "Finds \u0000 reports",
  createdAt,
  ...changes,
});

export const exampleRecord = (nodeId: string, changes: Partial<NodeRecord> = {}): NodeRecord => ({
  nodeId,
  key: "k".repeat(64),
  parts: { config: '{"overlap":0}', inputs: "a \u0000" },
  state: "done",
  output: { kind: "documents", documents: [{ fileId: newId(), fileName: "a.pdf", versionId: newId() }] },
  counts: { files: 1, model: null, name: "x" },
  notes: ["semantic uses words"],
  error: null,
  ranAt: createdAt,
  milliseconds: 12.5,
  usage: { tokensIn: 1, tokensOut: 0 },
  ...changes,
});

export const exampleRun = (flowId: string, changes: Partial<FlowRun> = {}): FlowRun => ({
  runId: newId(),
  flowId,
  kind: "run",
  revisionId: newId(),
  query: "What \ud83d is it?",
  state: "done",
  error: null,
  startedAt: createdAt,
  milliseconds: 40,
  nodes: [
    {
      nodeId: "retrieval-1",
      type: "retrieval",
      state: "ran",
      why: "first run",
      milliseconds: 4,
      itemsIn: 1,
      itemsOut: 2,
      usage: {},
    },
  ],
  output: {
    kind: "passages",
    lists: [{ query: { id: "q", text: "What" }, passages: [{ id: "p", chunkIds: [newId()], score: 0.5 }] }],
  },
  ...changes,
});

export const minutesLater = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000);
