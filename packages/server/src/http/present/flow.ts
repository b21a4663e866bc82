import type {
  FlowDetail,
  FlowGraph,
  FlowGraphNode,
  FlowStatus,
  Revision,
  RevisionDetail,
  UpdatedNode,
  FlowFileChange as WireFileChange,
  Flow as WireFlow,
} from "@headwater/spec";
import { type FileChange, fileChangeText } from "../../flows/editing/file-changes.ts";
import type {
  Flow,
  FlowNode,
  ListedRevision,
  FlowGraph as StoredGraph,
  Revision as StoredRevision,
} from "../../flows/flow/flow.ts";
import type { FlowRun } from "../../flows/flow/flow-store.ts";
import type { ShownNode } from "../../flows/flow/shown.ts";
import { unfedNodes, unfedText } from "../../flows/graph/unfed-node.ts";

/** `fault`: why the revision that answers can't be loaded; null when it can. */
const statusOf = ({ deployedRevisionId, wasDeployed }: Flow, fault: string | null): FlowStatus => {
  if (deployedRevisionId !== null) return fault === null ? "Deployed" : "Failed";
  return wasDeployed ? "Not deployed" : "New";
};

/** How the revision that answers is. */
export type Condition = {
  /** Why it can't be loaded; null when it can. */
  fault: string | null;
  /** What changed of its files since it was deployed. */
  fileChanges: FileChange[];
};

/** What lists say of a flow beyond itself. `deployed` is the revision that answers. */
export type AboutFlow = Condition & {
  deployed: ListedRevision | null;
  lastRun: FlowRun | undefined;
  lastTest: FlowRun | null;
};

export const presentFlow = (
  flow: Flow,
  url: string | null,
  { deployed, lastRun, lastTest, ...condition }: AboutFlow,
): WireFlow => ({
  ...presentNamed(flow, url, condition),
  tool_description: deployed?.toolDescription ?? null,
  revision_number: deployed?.number ?? null,
  last_run_at: lastRun?.startedAt.toISOString() ?? null,
  last_tests: lastTest?.tests ?? null,
});

const presentNamed = (flow: Flow, url: string | null, { fault, fileChanges }: Condition) => {
  const reason = fault ?? reasonOf(fileChanges);
  return {
    name: flow.name,
    description: flow.description,
    status: statusOf(flow, fault),
    ...(reason === null ? {} : { status_reason: reason }),
    ...(fileChanges.length > 0 && {
      file_changes: fileChanges.slice(0, maxFileChanges).map(presentFileChange),
    }),
    url,
  };
};

/** As the spec bounds them. */
const maxFileChanges = 100;
/** A longer reason is not read; all of them are in `file_changes`. */
const maxReasons = 3;

function reasonOf(fileChanges: FileChange[]): string | null {
  if (fileChanges.length === 0) return null;
  const shown = fileChanges.slice(0, maxReasons).map(fileChangeText);
  const more = fileChanges.length - shown.length;
  return [...shown, ...(more > 0 ? [`So it is with ${more} more names.`] : [])].join(" ");
}

const presentFileChange = (change: FileChange): WireFileChange => ({
  node_id: change.nodeId,
  name: change.name,
  change: change.kind,
  message: fileChangeText(change),
  removed: change.removed,
  added: change.added,
});

/** `nodes`: the nodes of the draft with their results. */
export const presentFlowDetail = (
  flow: Flow,
  nodes: (FlowNode | ShownNode)[],
  url: string | null,
  condition: Condition,
): FlowDetail => ({
  ...presentNamed(flow, url, condition),
  graph: presentGraph({ nodes, edges: flow.draft.edges }),
  version: flow.draftVersion,
  revision_id: flow.deployedRevisionId,
  created_at: flow.createdAt.toISOString(),
  updated_at: flow.updatedAt.toISOString(),
  ...warningsOf(flow.draft),
});

/** A draft may be unfinished. So nodes without an input are listed as warnings, and not refused. */
function warningsOf(draft: StoredGraph): Pick<FlowDetail, "warnings"> {
  const warnings = unfedNodes(draft).map(
    (node) => `graph.nodes[${node.index}] '${node.id}' ${unfedText(node)}`,
  );
  return warnings.length === 0 ? {} : { warnings };
}

export const versionTag = ({ draftVersion }: Flow): string => `"${draftVersion}"`;

const presentGraph = ({ nodes, edges }: StoredGraph): FlowGraph => ({
  nodes: nodes.map((node) => presentNode(node)),
  edges: edges.map(({ source, target }) => ({ source, target })),
});

/** A node in the contract's shape. Its configuration was checked for its type when it was stored. */
export const presentNode = <Node = FlowGraphNode>(node: FlowNode | ShownNode): Node => {
  const { id, type, position, style, name, config } = node;
  return { id, type, position, style, data: { name, config, ...resultOf(node) } } as Node;
};

export const presentUpdatedNode = (node: ShownNode): UpdatedNode => ({
  id: node.id,
  type: node.type,
  data: { name: node.name, config: node.config, ...resultOf(node) },
});

const resultOf = (node: FlowNode | ShownNode) =>
  "result" in node && node.result !== undefined ? { result: node.result } : {};

export const presentRevision = (revision: ListedRevision, { deployedRevisionId }: Flow): Revision => ({
  revision_id: revision.revisionId,
  number: revision.number,
  created_at: revision.createdAt.toISOString(),
  tool_description: revision.toolDescription,
  deployed: revision.revisionId === deployedRevisionId,
});

export const presentRevisionDetail = (revision: StoredRevision, flow: Flow): RevisionDetail => ({
  ...presentRevision(revision, flow),
  graph: presentGraph(revision.graph),
});
