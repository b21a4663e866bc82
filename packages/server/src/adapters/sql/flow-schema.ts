/** The tables of flows, see schema.ts. Texts that people write stand inside JSON. */
export type FlowTables = {
  flows: FlowTable;
  flow_revisions: FlowRevisionTable;
  flow_node_records: FlowNodeRecordTable & DrawnTable;
  flow_runs: FlowRunTable & DrawnTable;
  drawn_sets: DrawnSetTable;
  drawn_set_files: { set_id: string; file_id: string };
  prompts: PromptTable;
  derived_data: DerivedDataTable;
};

type FlowTable = {
  flow_id: string;
  project_id: string;
  name: string;
  /** JSON. */
  description: string | null;
  draft: string;
  draft_version: number;
  deployed_revision_id: string | null;
  was_deployed: number;
  created_at: string;
  updated_at: string;
};

type FlowRevisionTable = {
  revision_id: string;
  flow_id: string;
  number: number;
  graph: string;
  files: string;
  node_versions: string;
  /** JSON. */
  tool_description: string | null;
  created_at: string;
};

/** Goes with its flow, and with the set of files that it was drawn from. */
type FlowNodeRecordTable = {
  record_id: string;
  flow_id: string;
  node_id: string;
  /** Beside the payload, because it changes while that stays. */
  state: string;
  payload: string;
};

/** Goes with its flow, and with the set of files that it was drawn from. */
type FlowRunTable = {
  run_id: string;
  flow_id: string;
  started_at: string;
  /** What lists show. */
  summary: string;
  /** Nodes and output. */
  detail: string;
  /** Of summary and detail. */
  bytes: number;
};

/** Null: it was drawn from no file. */
type DrawnTable = { drawn_set_id: string | null };

/** A set of files, by a hash of their ids. It goes with any of them. */
type DrawnSetTable = { set_id: string; used_at: string };

type PromptTable = {
  prompt_id: string;
  project_id: string;
  name: string;
  text: string;
  created_at: string;
};

/** Goes with its version. */
type DerivedDataTable = {
  version_id: string;
  kind: string;
  code_version: number;
  config_hash: string;
  payload: string;
  saved_at: string;
};
