import { nodeNotFound, noResponseNode, simulationFailed } from "../flow/errors.ts";
import type { Flow, FlowGraph, NodeId } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { FlowItems, ShownNode } from "../flow/shown.ts";
import { downstreamOf, upstreamOf } from "../graph/walk-graph.ts";
import { showNode } from "../node/show-node.ts";
import { findInterrupted } from "./accept-run.ts";
import { latestQuery } from "./latest-query.ts";
import { type RunInput, type RunningDependencies, runToResponse } from "./run-flow.ts";
import { type NodeStep, runGraph } from "./run-graph.ts";
import { nodeFailed } from "./running-errors.ts";

/** Runs the draft and keeps what each node gave. What did not change since the last simulation is not run again. */
export const createSimulateFlow =
  (deps: RunningDependencies) =>
  async (flow: Flow, input: RunInput & { query: string }): Promise<FlowItems & { runId: string }> => {
    const before = await findInterrupted(deps.acceptedRuns, flow, input);
    const graph = before?.run.graph ?? flow.draft;
    if (!graph.nodes.some(({ type }) => type === "response")) throw simulationFailed(noResponseNode);
    const nodeIds = new Set(graph.nodes.map(({ id }) => id));
    const recording = await beginRecording(deps, flow, nodeIds);
    try {
      return await runToResponse(deps, { flow, graph, revision: null }, input, {
        kind: "simulation",
        kept: recording.kept,
        nodeIds,
        before,
        onStep: recording.onStep,
      });
    } finally {
      await recording.end();
    }
  };

/** Runs a node of the draft and those after it, and those before it whose output is not there. */
export const createSimulateNode =
  (deps: RunningDependencies) =>
  async (flow: Flow, nodeId: NodeId, signal: AbortSignal): Promise<ShownNode[]> => {
    const graph = flow.draft;
    if (!graph.nodes.some(({ id }) => id === nodeId)) throw nodeNotFound(nodeId, flow.name);
    const shown = downstreamOf(graph, nodeId);
    const nodeIds = neededFor(graph, shown);
    const recording = await beginRecording(deps, flow, nodeIds);
    try {
      const query = await latestQuery(deps.flows, flow);
      const run = { graph, projectId: flow.projectId, query, nodeIds, kept: recording.kept, signal };
      const { records, failure } = await runGraph({ ...run, onNode: recording.onStep }, deps.kinds);
      if (failure) throw nodeFailed("node", failure.node, failure.error);
      return graph.nodes
        .filter(({ id }) => shown.has(id))
        .map((node) => showNode(node, records.get(node.id)));
    } finally {
      await recording.end();
    }
  };

const neededFor = (graph: FlowGraph, nodeIds: Iterable<NodeId>): Set<NodeId> =>
  new Set([...nodeIds].flatMap((id) => [...upstreamOf(graph, id)]));

type Recording = {
  kept: ReadonlyMap<NodeId, NodeRecord>;
  onStep: (step: NodeStep) => Promise<void>;
  /** Nodes that were not reached need an update as before. */
  end: () => Promise<void>;
};

/** Shows from now on which nodes wait and which one runs, and keeps what each of them gives. */
async function beginRecording(
  { flows, filesOfOutputs }: Pick<RunningDependencies, "flows" | "filesOfOutputs">,
  { flowId }: Flow,
  nodeIds: ReadonlySet<NodeId>,
): Promise<Recording> {
  const kept = new Map((await flows.records(flowId)).map((record) => [record.nodeId, record]));
  const waiting = new Set(nodeIds);
  const done: NodeRecord[] = [...kept.values()].filter(({ nodeId }) => !nodeIds.has(nodeId));
  await flows.setStates(flowId, [...waiting], "waiting");
  return {
    kept,
    async onStep(step) {
      if (step.state === "running") {
        await flows.setStates(flowId, [step.node.id], "processing");
        return;
      }
      waiting.delete(step.node.id);
      done.push(step.record);
      if (step.state === "kept") await flows.setStates(flowId, [step.node.id], "done");
      else await flows.saveRecord(flowId, step.record, filesOfOutputs(done));
    },
    async end() {
      if (waiting.size > 0) await flows.setStates(flowId, [...waiting], "stale");
    },
  };
}
