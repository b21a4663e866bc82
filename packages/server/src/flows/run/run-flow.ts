import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/page.ts";
import { noResponseNode, notDeployed, revisionNotFound, runFailed } from "../flow/errors.ts";
import type { Flow, FlowGraph, FlowNode, NodeId, Revision } from "../flow/flow.ts";
import type { FlowRun, FlowStore, NodeRecord } from "../flow/flow-store.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { FlowItem, FlowItems, FlowProgress, ReadItems } from "../flow/shown.ts";
import type { RevisionFault } from "../graph/revision-fault.ts";
import { upstreamOf } from "../graph/walk-graph.ts";
import { filesOfRun } from "../node/drawn-from.ts";
import type { FilesOfOutputs } from "../node/files-of-outputs.ts";
import type { NodeKinds } from "../node/node-kinds.ts";
import { testedIn } from "../tests/tested-cases.ts";
import { acceptRun, doneNodes, findInterrupted } from "./accept-run.ts";
import type { AcceptedRuns, StoredAcceptedRun } from "./accepted-runs.ts";
import type { GivenOutputs } from "./given-outputs.ts";
import { type GraphOutcome, type NodeStep, runGraph } from "./run-graph.ts";
import { failureOf, nodeFailed, shownText } from "./running-errors.ts";

export type RunningDependencies = {
  flows: FlowStore;
  acceptedRuns: AcceptedRuns;
  kinds: NodeKinds;
  readItems: ReadItems;
  filesOfOutputs: FilesOfOutputs;
  revisionFault: RevisionFault;
  given: GivenOutputs;
  clock: Clock;
};

/** What is run: the draft of a flow, or one of its revisions. */
export type Runnable = { flow: Flow; graph: FlowGraph; revision: Revision | null };

const maxKeptRevisions = 16;
/** No run takes longer. */
const maxRunMs = 10 * 60_000;

export type RunInput = {
  query: string | null;
  page: Page;
  signal: AbortSignal;
  /** Names the run, where it is streamed; absent: it gets a name. */
  runId?: string | undefined;
  /** Whether its caller gets its id before it has ended: then it goes on after a restart. */
  isAccepted?: boolean | undefined;
  onProgress?: ((step: FlowProgress) => void) | undefined;
};

/** Runs the revision that answers, or the one that is named. */
export function createRunFlow(deps: RunningDependencies) {
  const findRevision = rememberRevisions(deps.flows);
  return async (
    flow: Flow,
    input: RunInput & { revisionId?: string | undefined },
  ): Promise<FlowItems & { runId: string }> => {
    const before = await findInterrupted(deps.acceptedRuns, flow, input);
    const revisionId = before?.run.revisionId ?? input.revisionId;
    const revision = await revisionToRun({ findRevision }, flow, revisionId);
    return runToResponse(deps, { flow, graph: revision.graph, revision }, input, {
      kind: "run",
      kept: null,
      before,
      onStep: async () => {},
    });
  };
}

/** Revisions never change, and reading a large one takes longer than a search: the ones used last stay in memory. */
function rememberRevisions({ findRevision }: Pick<FlowStore, "findRevision">): FlowStore["findRevision"] {
  const kept = new Map<string, Revision>();
  return async (flowId, revisionId) => {
    const known = kept.get(revisionId);
    const revision = known?.flowId === flowId ? known : await findRevision(flowId, revisionId);
    kept.delete(revisionId);
    if (!revision) return null;
    kept.set(revisionId, revision);
    const [oldest] = kept.keys();
    if (kept.size > maxKeptRevisions && oldest !== undefined) kept.delete(oldest);
    return revision;
  };
}

/** The revision a run is for. Throws the contract's 404 when none answers. */
export async function revisionToRun(
  flows: Pick<FlowStore, "findRevision">,
  flow: Flow,
  revisionId: string | undefined,
): Promise<Revision> {
  const id = revisionId ?? flow.deployedRevisionId;
  const revision = id === null ? null : await flows.findRevision(flow.flowId, id);
  if (revision) return revision;
  throw revisionId === undefined ? notDeployed(flow.name) : revisionNotFound(revisionId, flow.name);
}

type How = {
  kind: "run" | "simulation";
  kept: ReadonlyMap<NodeId, NodeRecord> | null;
  /** Which nodes to run; absent: those that the response needs. */
  nodeIds?: ReadonlySet<NodeId> | undefined;
  /** The same run before it was interrupted. */
  before?: StoredAcceptedRun | null;
  onStep: (step: NodeStep) => Promise<void>;
};

/** Runs up to the response node, keeps the trace, and answers a page of what the response gives. */
export async function runToResponse(
  deps: RunningDependencies,
  runnable: Runnable,
  { query, page, signal, runId = newId(), isAccepted = false, onProgress }: RunInput,
  { kind, kept, nodeIds, before = null, onStep }: How,
): Promise<FlowItems & { runId: string }> {
  const { flow, graph, revision } = runnable;
  const response = graph.nodes.find(({ type }) => type === "response");
  if (!response) throw failureOf[kind](noResponseNode);
  const fault = revision && deps.revisionFault(revision);
  if (fault) throw runFailed(fault);
  const startedAt = before?.run.startedAt ?? deps.clock.now();
  const accepted = { runId, flowId: flow.flowId, kind, query, startedAt, page };
  const keepStep =
    isAccepted &&
    (await acceptRun(deps, before, {
      ...accepted,
      revisionId: revision?.revisionId ?? null,
      graph: revision ? null : graph,
    }));
  const deadline = AbortSignal.timeout(maxRunMs);
  const outcome = await runGraph(
    {
      graph,
      projectId: flow.projectId,
      query,
      nodeIds: nodeIds ?? upstreamOf(graph, response.id),
      files: revision?.files,
      kept,
      given: kept ? undefined : deps.given,
      done: before ? doneNodes(before) : undefined,
      signal: AbortSignal.any([signal, deadline]),
      onNode: async (step) => {
        // First, so that a run that is taken up again reports the node as it is now.
        if (keepStep) await keepStep(step);
        await onStep(step);
        onProgress?.(progressOf(step));
      },
    },
    deps.kinds,
  ).catch((error: unknown) => {
    if (deadline.aborted && !signal.aborted)
      throw failureOf[kind]("it took longer than 10 minutes", { cause: error });
    throw error;
  });
  const run: FlowRun = {
    runId,
    flowId: flow.flowId,
    kind,
    revisionId: revision?.revisionId ?? null,
    query,
    state: outcome.failure ? "failed" : "done",
    error: outcome.failure && shownText(outcome.failure.error),
    ...(before && before.resumed > 0 && { resumed: before.resumed }),
    startedAt,
    milliseconds: Math.max(0, deps.clock.now().getTime() - startedAt.getTime()),
    nodes: outcome.trace,
    output: outcome.records.get(response.id)?.output ?? null,
    ...testedIn(graph, outcome.records),
    ...(!revision && { graph }),
  };
  await deps.flows.addRun(run, filesOfRun(run) ?? deps.filesOfOutputs(outcome.records.values()));
  const { output, node } = answerOf(outcome, response, graph, kind);
  const read = await deps.readItems(flow.projectId, { output, node }, page);
  const items = { ...read, items: read.items.map((item) => madeBy(item, node)) };
  onProgress?.({ type: "result", run, items });
  return { ...items, runId };
}

/** What the response gives, and the node that made it. Throws the error of the node that failed. */
function answerOf(
  { records, failure }: GraphOutcome,
  response: FlowNode,
  { nodes, edges }: FlowGraph,
  kind: "run" | "simulation",
): { output: NodeOutput; node: FlowNode } {
  if (failure) throw nodeFailed(kind, failure.node, failure.error);
  const output = records.get(response.id)?.output;
  if (!output) throw failureOf[kind]("Nothing is joined to the Response Node");
  const source = edges.find(({ target }) => target === response.id)?.source;
  return { output, node: nodes.find(({ id }) => id === source) ?? response };
}

/** Contract: the metadata of an item names the node that made it. */
const madeBy = (item: FlowItem, { id }: FlowNode): FlowItem => ({
  ...item,
  metadata: { ...item.metadata, processing_node: id },
});

const progressOf = (step: NodeStep): FlowProgress => ({
  type: "node",
  nodeId: step.node.id,
  state: step.state,
  why: step.why,
  ...(step.state === "failed" && step.record.error !== null && { error: step.record.error }),
});
