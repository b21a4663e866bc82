import type { Flow, NodeId } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { FilesOfOutputs } from "../node/files-of-outputs.ts";
import type { NodeKinds } from "../node/node-kinds.ts";
import type { AcceptedRun, AcceptedRuns, StoredAcceptedRun } from "./accepted-runs.ts";
import type { DoneNode, NodeStep } from "./run-graph.ts";

/** The run of this id, if it was accepted before: it was interrupted, and goes on with what it had then. */
export const findInterrupted = async (
  acceptedRuns: AcceptedRuns,
  { flowId }: Flow,
  { runId, isAccepted = false }: { runId?: string | undefined; isAccepted?: boolean | undefined },
): Promise<StoredAcceptedRun | null> => {
  const found = isAccepted && runId !== undefined ? await acceptedRuns.find(runId) : null;
  return found?.run.flowId === flowId ? found : null;
};

/** What the nodes of an interrupted run did. */
export const doneNodes = ({ steps }: StoredAcceptedRun): Map<NodeId, DoneNode> =>
  new Map(steps.map((step) => [step.trace.nodeId, step]));

/**
 * Writes down that a run was accepted, and answers what keeps each node that it is done with. Then its caller may get its
 * id. Datasets are looked up again: what their names stand for costs next to nothing.
 */
export async function acceptRun(
  {
    acceptedRuns,
    kinds,
    filesOfOutputs,
  }: { acceptedRuns: AcceptedRuns; kinds: NodeKinds; filesOfOutputs: FilesOfOutputs },
  before: StoredAcceptedRun | null,
  run: AcceptedRun,
): Promise<(step: NodeStep) => Promise<void>> {
  if (!before) await acceptedRuns.accept(run);
  const known = before ? doneNodes(before) : new Map<NodeId, DoneNode>();
  const done: NodeRecord[] = [];
  return async (step) => {
    if (step.state === "running" || step.state === "failed") return;
    done.push(step.record);
    if (known.has(step.node.id)) return;
    // What was kept is found again by its key.
    const isFoundAgain = step.state === "kept" || kinds[step.node.type].isVolatile;
    await acceptedRuns.saveStep(
      run.runId,
      { trace: step.trace, record: isFoundAgain ? null : step.record },
      filesOfOutputs(done),
    );
  };
}
