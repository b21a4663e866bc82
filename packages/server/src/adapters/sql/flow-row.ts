import type { Selectable } from "kysely";
import type { Flow, ListedRevision, Revision } from "../../flows/flow/flow.ts";
import type { FlowRun, NodeRecord } from "../../flows/flow/flow-store.ts";
import { toInstant, toText } from "./instants.ts";
import type { Database } from "./schema.ts";

/** Text that may be absent, as JSON: PostgreSQL's text can't hold every character. */
export const toJsonText = (text: string | null): string | null =>
  text === null ? null : JSON.stringify(text);

const fromJsonText = (json: string | null): string | null => (json === null ? null : JSON.parse(json));

export const toFlow = (row: Selectable<Database["flows"]>): Flow => ({
  flowId: row.flow_id,
  projectId: row.project_id,
  name: row.name,
  description: fromJsonText(row.description),
  draft: JSON.parse(row.draft),
  draftVersion: row.draft_version,
  deployedRevisionId: row.deployed_revision_id,
  wasDeployed: row.was_deployed === 1,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
});

export const listedRevisionColumns = [
  "revision_id",
  "flow_id",
  "number",
  "node_versions",
  "tool_description",
  "created_at",
] as const;

type RevisionRow = Selectable<Database["flow_revisions"]>;

export const toListedRevision = (
  row: Pick<RevisionRow, (typeof listedRevisionColumns)[number]>,
): ListedRevision => ({
  revisionId: row.revision_id,
  flowId: row.flow_id,
  number: row.number,
  nodeVersions: JSON.parse(row.node_versions),
  toolDescription: fromJsonText(row.tool_description),
  createdAt: toInstant(row.created_at),
});

export const toRevision = (row: RevisionRow): Revision => ({
  ...toListedRevision(row),
  graph: JSON.parse(row.graph),
  ...toFiles(JSON.parse(row.files)),
});

/** The files of a revision: of each node a list for each name. What was deployed before has one list of all. */
export const toFilesText = ({ files, filesOfNames }: Pick<Revision, "files" | "filesOfNames">): string =>
  JSON.stringify(filesOfNames ?? files);

const toFiles = (stored: Record<string, string[] | string[][]>): Pick<Revision, "files" | "filesOfNames"> => {
  const isByName = (lists: string[] | string[][]): lists is string[][] =>
    lists.every((each) => Array.isArray(each));
  const nodes = Object.entries(stored);
  const named = nodes.flatMap(([nodeId, lists]) => (isByName(lists) ? [[nodeId, lists] as const] : []));
  return {
    files: Object.fromEntries(nodes.map(([nodeId, lists]) => [nodeId, lists.flat()])),
    ...(named.length === nodes.length && { filesOfNames: Object.fromEntries(named) }),
  };
};

/** The time comes last, where a query finds it. */
export const toRecordPayload = ({ ranAt, state: _, ...record }: NodeRecord): string =>
  JSON.stringify({ ...record, ranAt: toText(ranAt) });

export const toRecord = ({ payload, state }: { payload: string; state: string }): NodeRecord => {
  const { ranAt, ...record } = JSON.parse(payload);
  return { ...record, state, ranAt: toInstant(ranAt) };
};

/** A node that was never done, as it is kept to have a state. */
export const emptyRecord = (nodeId: string): Omit<NodeRecord, "state"> => ({
  nodeId,
  key: "",
  parts: {},
  output: null,
  counts: {},
  notes: [],
  error: null,
  ranAt: new Date(0),
  milliseconds: 0,
  usage: {},
});

/** What lists show of a run, and the rest of it. */
export const toRunTexts = ({
  nodes,
  output,
  cases,
  graph,
  startedAt,
  ...summary
}: FlowRun): { summary: string; detail: string } => ({
  summary: JSON.stringify({ ...summary, startedAt: toText(startedAt) }),
  detail: JSON.stringify({ nodes, output, cases, graph }),
});

export const toRun = (row: { summary: string; detail?: string }): FlowRun => {
  const { startedAt, ...summary } = JSON.parse(row.summary);
  const detail = row.detail === undefined ? { nodes: [], output: null } : JSON.parse(row.detail);
  return { ...summary, startedAt: toInstant(startedAt), ...detail };
};
