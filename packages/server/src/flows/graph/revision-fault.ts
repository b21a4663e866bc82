import type { Flow, FlowNodeType, Revision, RevisionId } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { ModelFault } from "./resolve-references.ts";

/** Why a revision can't be loaded by this service; null when it can. */
export type RevisionFault = (revision: Pick<Revision, "graph" | "nodeVersions">) => string | null;

/** A revision froze the versions of its nodes' code, and names models. A service that was set up anew may lack either. */
export const createRevisionFault =
  (modelFault: ModelFault, nodeVersions: Partial<Record<FlowNodeType, number>>): RevisionFault =>
  ({ graph, nodeVersions: frozen }) => {
    for (const node of graph.nodes) {
      const [wanted, known] = [frozen[node.type] ?? 0, nodeVersions[node.type] ?? 0];
      if (wanted > known)
        return `${node.id}: version ${wanted} of the code of ${node.type} nodes is not known here. Start the Headwater that deployed the flow, or deploy it again`;
      const fault = modelFault(node);
      if (fault) return `${node.id}: ${fault}. Set the model up again, or deploy the flow with another`;
    }
    return null;
  };

/** Deployed revisions whose faults are remembered. */
const maxKnown = 1_000;

/** Why the revision that answers can't; null when it can, and when none answers. Revisions never change: each is read once. */
export function createDeployedFault(
  { findRevision }: Pick<FlowStore, "findRevision">,
  faultOf: RevisionFault,
): (flow: Pick<Flow, "flowId" | "deployedRevisionId">) => Promise<string | null> {
  const known = new Map<RevisionId, string | null>();
  return async ({ flowId, deployedRevisionId }) => {
    if (deployedRevisionId === null) return null;
    const before = known.get(deployedRevisionId);
    if (before !== undefined) return before;
    const revision = await findRevision(flowId, deployedRevisionId);
    const fault = revision && faultOf(revision);
    if (known.size >= maxKnown) known.clear();
    known.set(deployedRevisionId, fault);
    return fault;
  };
}
