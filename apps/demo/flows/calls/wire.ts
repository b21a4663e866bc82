import type { FlowStatus } from "@headwater/spec";
import type { Graph } from "../graph/graph.ts";

/** What the management of flows takes and answers, in the spelling of the service. */

export type FlowDetail = {
  name: string;
  description: string | null;
  status: FlowStatus;
  url: string | null;
  graph: Graph;
  /** Counts the changes of the draft. */
  version: number;
  /** The revision that answers. */
  revision_id: string | null;
  updated_at: string;
};

export type Template = "search" | "chat" | "graph";

export type CreateFlow = {
  name: string;
  description?: string;
  template?: Template;
  /** Names of sources. */
  files?: string[];
  graph?: unknown;
};

export type Revision = {
  revision_id: string;
  /** Counts the revisions of the flow, from 1. */
  number: number;
  created_at: string;
  tool_description: string | null;
  deployed: boolean;
};
export type RevisionList = { revisions: Revision[]; total: number };

export type GraphChange = {
  /** Where: `nodes.chunking-1.config.chunkSize`. */
  path: string;
  kind: "added" | "removed" | "changed";
  before?: unknown;
  after?: unknown;
};
export type Compared = { changes: GraphChange[]; text: string };

export type Cost = { files: number; chunks: number; model_calls: number; tokens: number };
export type ExplainedNode = { node_id: string; type: string; runs: boolean; why: string; cost: Cost };
export type Explanation = { nodes: ExplainedNode[]; cost: Cost };

export type RunSummary = {
  run_id: string;
  kind: "run" | "simulation";
  revision_id: string | null;
  query: string | null;
  state: "done" | "failed";
  error: string | null;
  started_at: string;
  elapsed_s: number;
};
export type RunList = { runs: RunSummary[]; total: number; page: number; total_pages: number };

export type TracedNode = {
  node_id: string;
  type: string;
  state: "ran" | "kept" | "failed";
  why: string;
  elapsed_s: number;
  items_in: number;
  items_out: number;
};
export type RunTrace = RunSummary & { nodes: TracedNode[] };

export type NamedEntity = { id: string; name: string; kind: string; mentions: number };
export type NameLink = { source: string; target: string; weight: number; files: string[] };
export type NameGraph = { entities: NamedEntity[]; relationships: NameLink[] };

export type Prompt = { prompt_id: string; name: string; text: string };
export type PromptList = { prompts: Prompt[] };
