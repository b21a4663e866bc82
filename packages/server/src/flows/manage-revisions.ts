import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { DatasetFiles } from "./dataset-files.ts";
import { nothingToAnswer, revisionNotFound } from "./errors.ts";
import type { Flow, FlowGraph, FlowNodeType, Revision, RevisionId } from "./flow.ts";
import type { FlowStore } from "./flow-store.ts";
import { diffGraphs, diffText, type GraphChange } from "./graph/diff-graphs.ts";

export type ListedRevision = Omit<Revision, "graph" | "files">;
export type Deployed = { revision: ListedRevision; warnings: string[] };

export type FlowComparison = {
  /** `draft` or a revision; null: before the first revision. */
  from: string | null;
  to: string;
  changes: GraphChange[];
  text: string;
};

/** What was deployed of a flow, and what answers. The flow was found for the caller's project. */
export type ManageRevisions = {
  /** Makes a revision of the draft, which answers from then on. Throws 400 without a response node. */
  deploy(flow: Flow, toolDescription: string | undefined): Promise<Deployed>;
  undeploy(flow: Flow): Promise<void>;
  /** Lets an earlier revision answer again, unchanged. Throws 404 for one that is unknown. */
  rollback(flow: Flow, revisionId: RevisionId): Promise<Deployed>;
  /** Newest first. */
  list(flow: Flow): Promise<ListedRevision[]>;
  find(flow: Flow, revisionId: RevisionId): Promise<Revision>;
  /** What the revision that answers does, for an agent; null when none answers, or it does not say. */
  toolDescription(flow: Flow): Promise<string | null>;
  /** `draft` or a revision each. Without `from`: what answers, or else the newest revision, or else nothing. */
  compare(flow: Flow, from: string | undefined, to: string | undefined): Promise<FlowComparison>;
};

const draft = "draft";
const nothing: FlowGraph = { nodes: [], edges: [] };

export function createManageRevisions({
  flows,
  files,
  nodeVersions,
  hasLanguageModel,
  clock,
}: {
  flows: Pick<FlowStore, "deploy" | "setDeployed" | "findRevision" | "listRevisions">;
  files: Pick<DatasetFiles, "freeze">;
  /** The version of each node type's code. */
  nodeVersions: Partial<Record<FlowNodeType, number>>;
  hasLanguageModel: boolean;
  clock: Clock;
}): ManageRevisions {
  const find = async (flow: Flow, revisionId: RevisionId): Promise<Revision> => {
    const revision = await flows.findRevision(flow.flowId, revisionId);
    if (!revision) throw revisionNotFound(revisionId, flow.name);
    return revision;
  };
  const graphAt = async (flow: Flow, place: string): Promise<FlowGraph> =>
    place === draft ? flow.draft : (await find(flow, place)).graph;

  return {
    find,
    list: ({ flowId }) => flows.listRevisions(flowId),
    async toolDescription({ flowId, deployedRevisionId }) {
      if (deployedRevisionId === null) return null;
      const revisions = await flows.listRevisions(flowId);
      return revisions.find(({ revisionId }) => revisionId === deployedRevisionId)?.toolDescription ?? null;
    },

    async deploy(flow, toolDescription) {
      const { flowId, projectId, draft: graph } = flow;
      if (!graph.nodes.some(({ type }) => type === "response")) throw nothingToAnswer();
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
      const before = start === undefined ? nothing : await graphAt(flow, start);
      const changes = diffGraphs(before, await graphAt(flow, to));
      return { from: start ?? null, to, changes, text: diffText(changes) };
    },
  };
}

/** What deploying allows, and running will not get far with. */
function warningsOf({ graph, files }: Revision, hasLanguageModel: boolean): string[] {
  const joined = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  return graph.nodes.flatMap(({ id, type }) => {
    if (type === "llm" && !hasLanguageModel)
      return [`${id}: no language model is set. Set HEADWATER_LANGUAGE_MODEL, or runs answer 500.`];
    if (type === "dataset" && (files[id] ?? []).length === 0)
      return [`${id}: the dataset has no files, so runs find nothing.`];
    if (graph.nodes.length > 1 && !joined.has(id)) return [`${id}: the node is not joined to any other.`];
    return [];
  });
}
