/** The tables of flows, see schema.ts. Texts that people write are inside JSON. */
export type FlowTables = {
  flows: FlowTable;
  flow_versions: { id: number; deleted: number };
  flow_revisions: FlowRevisionTable;
  flow_node_records: FlowNodeRecordTable & DrawnTable;
  flow_runs: FlowRunTable & DrawnTable;
  accepted_runs: AcceptedRunTable & DrawnTable;
  accepted_run_steps: AcceptedRunStepTable & DrawnTable;
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
  /** Nodes, output and cases. */
  detail: string;
  /** 1: an evaluation node judged a test set in it. */
  tested: number;
  /** Of summary and detail. */
  bytes: number;
};

/** Goes with its flow and, once it has ended, with the set of files that it was drawn from. */
type AcceptedRunTable = {
  run_id: string;
  flow_id: string;
  payload: string;
  /** How often it was taken up again. */
  resumed: number;
  ended_at: string | null;
};

/** Goes with its run, and with the set of files that it was drawn from. */
type AcceptedRunStepTable = { run_id: string; node_id: string; position: number; payload: string };

/** Null: it was drawn from no file. */
type DrawnTable = { drawn_set_id: string | null };

/**
 * A set of files. New records and runs find it by a hash of the ids, until one of the files is deleted: from then on the hash is
 * null, and only what was drawn from the others refers to it.
 */
type DrawnSetTable = { set_id: string; used_at: string; files_hash: string | null };

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
