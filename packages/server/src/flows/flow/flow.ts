import { graphNodeTypes } from "@headwater/spec";
import type { FileId, ProjectId } from "../../kernel/ids.ts";

/** Every type of node. */
export const flowNodeTypes = graphNodeTypes;
export type FlowNodeType = (typeof graphNodeTypes)[number];

export type FlowId = string;
export type RevisionId = string;
export type NodeId = string;

export type FlowNode = {
  /** Unique in its graph: `<type>-<epoch ms>`, or a name that its author chose. */
  id: NodeId;
  type: FlowNodeType;
  /** Canvas coordinates. */
  position: { x: number; y: number };
  /** Size on the canvas, in pixels. */
  style: { height: number; width: number };
  /** Display name. */
  name: string;
  /** As its author wrote it. Fields left out take their defaults when the node runs. */
  config: Record<string, unknown>;
};

/** What `source` gives goes into `target`. */
export type FlowEdge = { source: NodeId; target: NodeId };

export type FlowGraph = { nodes: FlowNode[]; edges: FlowEdge[] };

/** A pipeline of nodes with a name of its own. Its draft is what simulations run; runs answer from a revision. */
export type Flow = {
  flowId: FlowId;
  projectId: ProjectId;
  /** A DNS label in lower case, unique per server. */
  name: string;
  description: string | null;
  draft: FlowGraph;
  /** Counts the changes of the draft, from 1. */
  draftVersion: number;
  /** The revision that answers runs; null when none does. */
  deployedRevisionId: RevisionId | null;
  /** Whether it was deployed at any time. */
  wasDeployed: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** An immutable snapshot of a flow. */
export type Revision = {
  revisionId: RevisionId;
  flowId: FlowId;
  /** Counts the revisions of the flow, from 1. */
  number: number;
  graph: FlowGraph;
  /** The files that the names of each dataset node stood for. */
  files: Record<NodeId, FileId[]>;
  /** The same for each name of the node, each name once. Absent of revisions that were deployed before this was kept. */
  filesOfNames?: Record<NodeId, FileId[][]> | undefined;
  /** The version of each node type's code. */
  nodeVersions: Partial<Record<FlowNodeType, number>>;
  /** What the flow does, for an agent that may call it. */
  toolDescription: string | null;
  createdAt: Date;
};

/** A revision without what lists leave out. */
export type ListedRevision = Omit<Revision, "graph" | "files" | "filesOfNames">;
