import type { Clock } from "../../kernel/clock.ts";
import { newId, type ProjectId } from "../../kernel/ids.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import type { DatasetFiles, NamedFiles } from "../chunk-sets/dataset-files.ts";
import { nothingToAnswer, revisionNotFound } from "../flow/errors.ts";
import type {
  Flow,
  FlowGraph,
  FlowNodeType,
  ListedRevision,
  NodeId,
  Revision,
  RevisionId,
} from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import type { FlowItem } from "../flow/shown.ts";
import { configFault } from "../graph/config-fault.ts";
import { diffGraphs, diffText, type GraphChange } from "../graph/diff-graphs.ts";
import type { AnsweringFault, createDeployedFault } from "../graph/revision-fault.ts";
import { unfedNode, unfedNodes, unfedText } from "../graph/unfed-node.ts";
import { diffItems, type ItemChanges, itemsText } from "../items/diff-items.ts";
import type { ReadRun } from "../run/read-run.ts";
import {
  changesOfFiles,
  changesSince,
  type DeployedFileChanges,
  type FilesOfNames,
  fileChangeText,
  filesDiff,
  filesOfRevision,
} from "./file-changes.ts";

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
  /**
   * Makes a revision of the draft, which answers from then on. Throws 400 for one that could not: without a response node that is
   * reached from a dataset, or with a model or a prompt that is not there any more.
   */
  deploy(flow: Flow, toolDescription: string | undefined): Promise<Deployed>;
  undeploy(flow: Flow): Promise<void>;
  /** Lets an earlier revision answer again, unchanged. Throws 404 for one that is unknown, 400 for one that can't answer any more. */
  rollback(flow: Flow, revisionId: RevisionId): Promise<Deployed>;
  /** Newest first. */
  list(flow: Flow): Promise<ListedRevision[]>;
  find(flow: Flow, revisionId: RevisionId): Promise<Revision>;
  /** The revision that answers; null when none does. */
  deployed(flow: Flow): Promise<ListedRevision | null>;
  /** Why the revision that answers can't be loaded; null when it can, and when none answers. */
  fault(flow: Flow): Promise<string | null>;
  /** What changed of the files of the revisions that answer since they were deployed, by flow. */
  fileChanges: DeployedFileChanges;
  /** `draft`, a revision or a run each. Without `from`: what answers, or else the newest revision, or else nothing. */
  compare(flow: Flow, from: string | undefined, to: string | undefined): Promise<FlowComparison>;
};

/** One side of a comparison. `files`: of each name of its datasets; a run does not keep them. */
type Compared = { graph: FlowGraph; files?: FilesOfNames; items?: FlowItem[] };

const draft = "draft";
const nothing: FlowGraph = { nodes: [], edges: [] };

export function createManageRevisions({
  flows,
  files,
  nodeVersions,
  hasLanguageModel,
  answeringFault,
  deployedFault,
  fileChanges,
  readRun,
  clock,
}: {
  flows: Pick<FlowStore, "deploy" | "setDeployed" | "findRevision" | "listRevisions">;
  files: Pick<DatasetFiles, "freeze">;
  /** The version of each node type's code. */
  nodeVersions: Partial<Record<FlowNodeType, number>>;
  hasLanguageModel: boolean;
  answeringFault: AnsweringFault;
  deployedFault: ReturnType<typeof createDeployedFault>;
  fileChanges: DeployedFileChanges;
  readRun: ReadRun;
  clock: Clock;
}): ManageRevisions {
  const find = async (flow: Flow, revisionId: RevisionId): Promise<Revision> => {
    const revision = await flows.findRevision(flow.flowId, revisionId);
    if (!revision) throw revisionNotFound(revisionId, flow.name);
    return revision;
  };
  const at = async (flow: Flow, place: string): Promise<Compared> => {
    const { projectId, draft: graph } = flow;
    if (place === draft) return { graph, files: await files.freeze(projectId, graph) };
    const run = await readRun(flow, place);
    if (run) return run;
    const revision = await find(flow, place);
    const now = await files.freeze(projectId, revision.graph);
    return { graph: revision.graph, files: filesOfRevision(revision, now) };
  };
  /** What can't answer is not put into the place of what does. */
  const refuseFaulty = async (projectId: ProjectId, revision: Pick<Revision, "graph" | "nodeVersions">) => {
    const fault = await answeringFault(projectId, revision);
    if (fault) throw invalidInput(fault);
  };
  const deployment = async (projectId: ProjectId, revision: Revision): Promise<Deployed> => ({
    revision,
    warnings: [
      ...warningsOf(revision, hasLanguageModel),
      ...(await changesSince(files, projectId, revision)).map(fileChangeText),
    ],
  });

  return {
    find,
    fault: deployedFault,
    fileChanges,
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
      await refuseFaulty(projectId, { graph, nodeVersions });
      const revision = await flows.deploy({
        revisionId: newId(),
        flowId,
        graph,
        ...frozenFiles(await files.freeze(projectId, graph)),
        nodeVersions,
        toolDescription: toolDescription ?? null,
        createdAt: clock.now(),
      });
      return deployment(projectId, revision);
    },

    async undeploy({ flowId }) {
      await flows.setDeployed(flowId, null);
    },

    async rollback(flow, revisionId) {
      const revision = await find(flow, revisionId);
      await refuseFaulty(flow.projectId, revision);
      if (!(await flows.setDeployed(flow.flowId, revisionId))) throw revisionNotFound(revisionId, flow.name);
      return deployment(flow.projectId, revision);
    },

    async compare(flow, from, to = draft) {
      const start =
        from ?? flow.deployedRevisionId ?? (await flows.listRevisions(flow.flowId))[0]?.revisionId;
      const before: Compared = start === undefined ? { graph: nothing } : await at(flow, start);
      const after = await at(flow, to);
      const ofGraphs = diffGraphs(before.graph, after.graph);
      const ofFiles = before.files && after.files ? filesDiff(changesOfFiles(before.files, after.files)) : [];
      const items = before.items && after.items && diffItems(before.items, after.items);
      const parts = [diffText(ofGraphs), ...ofFiles.map(({ text }) => text), items ? itemsText(items) : ""];
      return {
        from: start ?? null,
        to,
        changes: [...ofGraphs, ...ofFiles.map(({ change }) => change)],
        ...(items && { items }),
        text: parts.filter((part) => part !== "").join("\n"),
      };
    },
  };
}

const frozenFiles = (named: Record<NodeId, NamedFiles[]>): Pick<Revision, "files" | "filesOfNames"> => {
  const lists = Object.entries(named).map(
    ([nodeId, names]) => [nodeId, names.map(({ fileIds }) => fileIds)] as const,
  );
  return {
    files: Object.fromEntries(lists.map(([nodeId, each]) => [nodeId, each.flat()])),
    filesOfNames: Object.fromEntries(lists),
  };
};

/** What deploying allows, and running will not get far with. */
function warningsOf({ graph, files }: Revision, hasLanguageModel: boolean): string[] {
  const joined = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  const unfed = new Map(unfedNodes(graph).map((node) => [node.id, node]));
  return graph.nodes.flatMap(({ id, type, config }) => {
    const needsModel = type === "llm" || (type === "graph-rag" && config.entitiesBy === "model");
    if (needsModel && !hasLanguageModel)
      return [`${id}: no language model is set. Set HEADWATER_LANGUAGE_MODEL, or runs answer 500.`];
    if (type === "dataset" && (files[id] ?? []).length === 0)
      return [`${id}: the dataset has no files, so runs find nothing.`];
    if (graph.nodes.length > 1 && !joined.has(id)) return [`${id}: the node is not joined to any other.`];
    const node = unfed.get(id);
    if (node) return [`${id}: the node ${unfedText(node)}`];
    return [];
  });
}
