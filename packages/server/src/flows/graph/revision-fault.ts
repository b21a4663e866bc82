import type { ProjectId } from "../../kernel/ids.ts";
import type { Flow, FlowNode, FlowNodeType, Revision, RevisionId } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { ModelFault, PromptFault } from "./resolve-references.ts";

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

/** Why a revision can't answer now: it can't be loaded, or a prompt of its nodes was deleted. */
export type AnsweringFault = (
  projectId: ProjectId,
  revision: Pick<Revision, "graph" | "nodeVersions">,
) => Promise<string | null>;

export const createAnsweringFault =
  (revisionFault: RevisionFault, promptFault: PromptFault): AnsweringFault =>
  async (projectId, revision) =>
    revisionFault(revision) ?? promptFault(projectId, revision.graph);

/** Deployed revisions that are remembered. */
const maxKnown = 1_000;

/** Of a revision: what can't change while this process runs, and the nodes whose prompts may be deleted. */
type Known = { fault: string | null; nodes: FlowNode[] };

/** Why the revision that answers can't; null when it can, and when none answers. Revisions never change: each is read once. */
export function createDeployedFault(
  { findRevision }: Pick<FlowStore, "findRevision">,
  revisionFault: RevisionFault,
  promptFault: PromptFault,
): (flow: Pick<Flow, "flowId" | "projectId" | "deployedRevisionId">) => Promise<string | null> {
  const known = new Map<RevisionId, Known>();
  return async ({ flowId, projectId, deployedRevisionId }) => {
    if (deployedRevisionId === null) return null;
    let entry = known.get(deployedRevisionId);
    if (!entry) {
      const revision = await findRevision(flowId, deployedRevisionId);
      entry = {
        fault: revision && revisionFault(revision),
        nodes: revision?.graph.nodes.filter(({ config }) => config.promptId !== undefined) ?? [],
      };
      if (known.size >= maxKnown) known.clear();
      known.set(deployedRevisionId, entry);
    }
    return entry.fault ?? promptFault(projectId, entry);
  };
}
