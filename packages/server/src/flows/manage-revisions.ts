import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { invalidInput } from "../kernel/service-error.ts";
import type { DatasetFiles } from "./dataset-files.ts";
import { diffItems, type ItemChanges, itemsText } from "./diff-items.ts";
import { nothingToAnswer, revisionNotFound } from "./errors.ts";
import type { Flow, FlowGraph, FlowNodeType, Revision, RevisionId } from "./flow.ts";
import type { FlowItem } from "./flow-rooms.ts";
import type { FlowStore } from "./flow-store.ts";
import { configFault } from "./graph/config-fault.ts";
import { diffGraphs, diffText, type GraphChange } from "./graph/diff-graphs.ts";
import { unfedNode } from "./graph/unfed-node.ts";
import type { ReadRun } from "./read-run.ts";
import type { createDeployedFault } from "./revision-fault.ts";

export type ListedRevision = Omit<Revision, "graph" | "files">;
export type Deployed = { revision: ListedRevision; warnings: string[] };

export type FlowComparison = {
  /** `draft`, a revision or a run; null: before the first revision. */
  from: string | null;
  to: string;
  changes: GraphChange[];
  /** Between two runs: what they answered. */
  items?: ItemChanges;
  text: string;
};

/** What was deployed of a flow, and what answers. The flow was found for the caller's project. */
export type ManageRevisions = {
  /** Makes a revision of the draft, which answers from then on. Throws 400 without a response node that is reached from a dataset. */
  deploy(flow: Flow, toolDescription: string | undefined): Promise<Deployed>;
  undeploy(flow: Flow): Promise<void>;
  /** Lets an earlier revision answer again, unchanged. Throws 404 for one that is unknown. */
  rollback(flow: Flow, revisionId: RevisionId): Promise<Deployed>;
  /** Newest first. */
  list(flow: Flow): Promise<ListedRevision[]>;
  find(flow: Flow, revisionId: RevisionId): Promise<Revision>;
  /** The revision that answers; null when none does. */
  deployed(flow: Flow): Promise<ListedRevision | null>;
  /** Why the revision that answers can't be loaded; null when it can, and when none answers. */
  fault(flow: Flow): Promise<string | null>;
  /** `draft`, a revision or a run each. Without `from`: what answers, or else the newest revision, or else nothing. */
  compare(flow: Flow, from: string | undefined, to: string | undefined): Promise<FlowComparison>;
};

const draft = "draft";
const nothing: FlowGraph = { nodes: [], edges: [] };

export function createManageRevisions({
  flows,
  files,
  nodeVersions,
  hasLanguageModel,
  deployedFault,
  readRun,
  clock,
}: {
  flows: Pick<FlowStore, "deploy" | "setDeployed" | "findRevision" | "listRevisions">;
  files: Pick<DatasetFiles, "freeze">;
  /** The version of each node type's code. */
  nodeVersions: Partial<Record<FlowNodeType, number>>;
  hasLanguageModel: boolean;
  deployedFault: ReturnType<typeof createDeployedFault>;
  readRun: ReadRun;
  clock: Clock;
}): ManageRevisions {
  const find = async (flow: Flow, revisionId: RevisionId): Promise<Revision> => {
    const revision = await flows.findRevision(flow.flowId, revisionId);
    if (!revision) throw revisionNotFound(revisionId, flow.name);
    return revision;
  };
  const at = async (flow: Flow, place: string): Promise<{ graph: FlowGraph; items?: FlowItem[] }> => {
    if (place === draft) return { graph: flow.draft };
    return (await readRun(flow, place)) ?? find(flow, place);
  };

  return {
    find,
    fault: deployedFault,
    list: ({ flowId }) => flows.listRevisions(flowId),
    async deployed({ flowId, deployedRevisionId }) {
      if (deployedRevisionId === null) return null;
      const revisions = await flows.listRevisions(flowId);
      return revisions.find(({ revisionId }) => revisionId === deployedRevisionId) ?? null;
    },

    async deploy(flow, toolDescription) {
      const { flowId, projectId, draft: graph } = flow;
      if (!graph.nodes.some(({ type }) => type === "response")) throw nothingToAnswer();
      const unfed = unfedNode(graph);
      if (unfed !== null) throw invalidInput(unfed);
      // Drafts that were saved before this was checked may still have such a node.
      for (const { id, type, config } of graph.nodes) {
        const fault = configFault(type, config);
        if (fault) throw invalidInput(`Node '${id}': config${fault}`);
      }
      const frozen = await files.freeze(projectId, graph);
      const revision = await flows.deploy({
        revisionId: newId(),
        flowId,
        graph,
        files: frozen,
        nodeVersions,
        toolDescription: toolDescription ?? null,
        createdAt: clock.now(),
      });
      return { revision, warnings: warningsOf(revision, hasLanguageModel) };
    },

    async undeploy({ flowId }) {
      await flows.setDeployed(flowId, null);
    },

    async rollback(flow, revisionId) {
      const revision = await find(flow, revisionId);
      if (!(await flows.setDeployed(flow.flowId, revisionId))) throw revisionNotFound(revisionId, flow.name);
      return { revision, warnings: warningsOf(revision, hasLanguageModel) };
    },

    async compare(flow, from, to = draft) {
      const start =
        from ?? flow.deployedRevisionId ?? (await flows.listRevisions(flow.flowId))[0]?.revisionId;
      const before = start === undefined ? { graph: nothing } : await at(flow, start);
      const after = await at(flow, to);
      const changes = diffGraphs(before.graph, after.graph);
      const items = before.items && after.items && diffItems(before.items, after.items);
      const text = [diffText(changes), items ? itemsText(items) : ""].filter((part) => part !== "");
      return { from: start ?? null, to, changes, ...(items && { items }), text: text.join("\n") };
    },
  };
}

/** What deploying allows, and running will not get far with. */
function warningsOf({ graph, files }: Revision, hasLanguageModel: boolean): string[] {
  const joined = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  return graph.nodes.flatMap(({ id, type, config }) => {
    const needsModel = type === "llm" || (type === "graph-rag" && config.entitiesBy === "model");
    if (needsModel && !hasLanguageModel)
      return [`${id}: no language model is set. Set HEADWATER_LANGUAGE_MODEL, or runs answer 500.`];
    if (type === "dataset" && (files[id] ?? []).length === 0)
      return [`${id}: the dataset has no files, so runs find nothing.`];
    if (graph.nodes.length > 1 && !joined.has(id)) return [`${id}: the node is not joined to any other.`];
    return [];
  });
}
