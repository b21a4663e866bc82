import type { FileId, ProjectId } from "../../kernel/ids.ts";
import { noTokens } from "../../models/usage.ts";
import type { FlowGraph, FlowNode, NodeId } from "../flow/flow.ts";
import type { NodeRecord, TracedNode } from "../flow/flow-store.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { inOrder, sourcesOf } from "../graph/walk-graph.ts";
import { type KeyParts, keyOf, keyPartsOf } from "../node/content-key.ts";
import { itemsIn } from "../node/items-in.ts";
import { NodeError, type NodeKind } from "../node/node-kind.ts";
import type { NodeKinds } from "../node/node-kinds.ts";
import type { GivenOutputs } from "./given-outputs.ts";
import { shownText } from "./running-errors.ts";
import { nothingChanged, whyRun } from "./why-run.ts";

export type GraphRun = {
  graph: FlowGraph;
  projectId: ProjectId;
  query: string | null;
  /** The nodes to run; the nodes before each are among them. */
  nodeIds: ReadonlySet<NodeId>;
  /** The files of each dataset node, of a revision. Absent: those that its names stand for now. */
  files?: Record<NodeId, FileId[]> | undefined;
  /** What the latest simulation left. A node whose key is the same does not run again. Null for runs of a revision. */
  kept: ReadonlyMap<NodeId, NodeRecord> | null;
  /** What runs of revisions gave, of any flow. Only expensive nodes get a key in these. */
  given?: GivenOutputs | undefined;
  /** What nodes did before the run was interrupted. It is reported again, and those whose output was kept do not run. */
  done?: ReadonlyMap<NodeId, DoneNode> | undefined;
  signal: AbortSignal;
  /** Called before a node runs, and once it is over. */
  onNode?: ((step: NodeStep) => Promise<void> | void) | undefined;
};

export type NodeStep =
  | { state: "running"; node: FlowNode; why: string }
  | {
      state: "ran" | "kept" | "failed";
      node: FlowNode;
      why: string;
      record: NodeRecord;
      trace: TracedNode;
    };

export type DoneNode = { trace: TracedNode; record: NodeRecord | null };

export type GraphOutcome = {
  records: Map<NodeId, NodeRecord>;
  trace: TracedNode[];
  /** The node that failed, and with what. No node ran after it. */
  failure: { node: FlowNode; error: unknown } | null;
};

/** Runs the nodes of a graph, each after those before it. It ends at the first that fails; only the signal throws. */
export async function runGraph(run: GraphRun, kinds: NodeKinds): Promise<GraphOutcome> {
  const records = new Map<NodeId, NodeRecord>();
  const trace: TracedNode[] = [];
  const ordered = inOrder(run.graph);
  if (!ordered) throw new NodeError("The graph has a cycle");
  for (const node of ordered.filter(({ id }) => run.nodeIds.has(id))) {
    run.signal.throwIfAborted();
    const done = run.done?.get(node.id);
    const step = done?.record
      ? await repeatStep(run, node, done.trace, done.record)
      : await runNode(run, node, kinds[node.type], records);
    records.set(node.id, step.record);
    const traced = done?.record ? done.trace : traceOf(node, step, inputsOf(run.graph, node.id, records));
    trace.push(traced);
    await run.onNode?.({ state: step.state, node, why: step.why, record: step.record, trace: traced });
    if (step.state === "failed") return { records, trace, failure: { node, error: step.error } };
  }
  return { records, trace, failure: null };
}

/** Why a node of a revision runs: it is cheap, or nothing like it was asked lately. */
const everyRun = "every run of a revision runs it";
/** Why one does not. */
const givenBefore = "an earlier run gave it";

type Step = { state: "ran" | "kept" | "failed"; why: string; record: NodeRecord; error?: unknown };

/** Reports a node as when it ran, so that the events of the run are the same again. */
async function repeatStep(
  run: GraphRun,
  node: FlowNode,
  { state, why }: TracedNode,
  record: NodeRecord,
): Promise<Step> {
  if (state === "ran") await run.onNode?.({ state: "running", node, why });
  return { state, why, record };
}

async function runNode(
  run: GraphRun,
  node: FlowNode,
  kind: NodeKind,
  records: ReadonlyMap<NodeId, NodeRecord>,
): Promise<Step> {
  const before = run.kept?.get(node.id);
  const isGiven = run.given !== undefined && kind.isKeptByRuns === true;
  const parts = run.kept || isGiven ? await partsOf(run, node, kind, outputsIn(records)) : {};
  const key = keyOf(parts);
  if (!kind.isVolatile && before?.output && before.key === key)
    return { state: "kept", why: nothingChanged, record: { ...before, state: "done", error: null } };
  const given = isGiven ? run.given?.find(run.projectId, key) : undefined;
  if (given) return { state: "kept", why: givenBefore, record: { ...given, nodeId: node.id } };
  const why = run.done?.get(node.id)?.trace.why ?? reasonOf(run, before, parts, records);
  await run.onNode?.({ state: "running", node, why });
  const started = performance.now();
  const record = (more: Pick<NodeRecord, "state" | "output" | "counts" | "notes" | "error" | "usage">) => ({
    nodeId: node.id,
    key,
    parts,
    ranAt: new Date(),
    milliseconds: Math.round(performance.now() - started),
    ...more,
  });
  try {
    const {
      output,
      counts,
      notes = [],
      usage = noTokens,
    } = await kind.run({
      node: withFiles(node, run.files?.[node.id]),
      projectId: run.projectId,
      inputs: inputsOf(run.graph, node.id, records),
      query: run.query,
      signal: run.signal,
    });
    const made = record({ state: "done", output, counts, notes, error: null, usage });
    if (isGiven) run.given?.keep(run.projectId, key, made);
    return { state: "ran", why, record: made };
  } catch (error) {
    run.signal.throwIfAborted();
    const failed = { state: "failed", output: null, counts: {}, notes: [], usage: noTokens } as const;
    return {
      state: "failed",
      why,
      error,
      record: record({ ...failed, notes: [], error: shownText(error) }),
    };
  }
}

function reasonOf(
  { kept, graph }: GraphRun,
  before: NodeRecord | undefined,
  parts: KeyParts,
  records: ReadonlyMap<NodeId, NodeRecord>,
): string {
  if (!kept) return everyRun;
  return whyRun(before?.parts ?? null, parts, (nodeId) => ({
    name: graph.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId,
    before: kept.get(nodeId)?.output ?? null,
    deleted: kept.get(nodeId)?.deletedFiles ?? 0,
    after: records.get(nodeId)?.output ?? null,
  }));
}

/** What the node's output depends on, given what the nodes before it gave. */
export async function partsOf(
  { graph, projectId, query, files }: Pick<GraphRun, "graph" | "projectId" | "query" | "files">,
  node: FlowNode,
  kind: NodeKind,
  outputs: ReadonlyMap<NodeId, NodeOutput>,
): Promise<KeyParts> {
  const inputs = sourcesOf(graph, node.id).flatMap((nodeId) => {
    const output = outputs.get(nodeId);
    return output ? [{ nodeId, output }] : [];
  });
  const reads = (await kind.alsoReads?.({ node, projectId })) ?? {};
  return keyPartsOf(withFiles(node, files?.[node.id]), kind, { inputs, query, reads });
}

const outputsIn = (records: ReadonlyMap<NodeId, NodeRecord>): Map<NodeId, NodeOutput> =>
  new Map([...records].flatMap(([id, { output }]) => (output ? [[id, output] as const] : [])));

const inputsOf = (graph: FlowGraph, nodeId: NodeId, records: ReadonlyMap<NodeId, NodeRecord>): NodeOutput[] =>
  sourcesOf(graph, nodeId).flatMap((source) => records.get(source)?.output ?? []);

/** A revision's dataset has the files that its names stood for. */
const withFiles = (node: FlowNode, fileIds: FileId[] | undefined): FlowNode =>
  fileIds ? { ...node, config: { ...node.config, fileIds } } : node;

const traceOf = (node: FlowNode, { state, why, record }: Step, inputs: NodeOutput[]): TracedNode => ({
  nodeId: node.id,
  type: node.type,
  state,
  why,
  milliseconds: state === "kept" ? 0 : record.milliseconds,
  itemsIn: inputs.reduce((sum, input) => sum + itemsIn(input), 0),
  itemsOut: record.output ? itemsIn(record.output) : 0,
  usage: state === "kept" ? noTokens : record.usage,
});
