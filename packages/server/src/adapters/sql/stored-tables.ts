import type { Database } from "./schema.ts";

export type TableName = keyof Database | "kysely_migration" | "kysely_migration_lock";

/**
 * `truth` exists nowhere else; `content` is made again from the stored files; `derived` follows from other rows, and
 * `cache` is made again when it is missed.
 */
export type StoredTable = {
  kind: "truth" | "content" | "derived" | "cache";
  /** What users lose with its rows. */
  lost: string;
};

const missingWords =
  "search by words, until the service has compared its index with the documents after its start";

/** What each table is for. A table that is missing here does not compile, and the suite of damages covers it. */
export const storedTables: Record<TableName, StoredTable> = {
  store: { kind: "truth", lost: "the proof that files and database belong together" },
  projects: { kind: "truth", lost: "projects, and the way to everything in them" },
  tokens: { kind: "truth", lost: "tokens: their holders get 401 until they have new ones" },
  sources: { kind: "truth", lost: "sources: names, tags and dates of uploaded files" },
  builds: { kind: "truth", lost: "the history of builds, and those that wait" },
  removed_contents: { kind: "truth", lost: "which deleted files must still be removed" },
  conversations: { kind: "truth", lost: "conversations and their titles" },
  turns: { kind: "truth", lost: "questions and answers of conversations" },
  turn_sources: { kind: "truth", lost: "which answers go when a source is deleted" },
  audit_entries: { kind: "truth", lost: "the record of who did what" },
  project_limits: { kind: "truth", lost: "what projects are limited to" },
  project_retention: { kind: "truth", lost: "how long projects keep things: they keep them for ever" },
  project_usage: { kind: "truth", lost: "what projects have used" },
  event_numbers: { kind: "truth", lost: "the numbers of events: those who read them begin anew" },
  project_events: { kind: "truth", lost: "what happened, for those who have not read it yet" },
  webhooks: { kind: "truth", lost: "addresses that get events, and their secrets" },
  webhook_deliveries: { kind: "truth", lost: "events that a webhook has not taken and that are sent again" },
  streamed_runs: {
    kind: "cache",
    lost: "streamed answers of the last minutes that another process of a fleet can resume",
  },
  streamed_events: {
    kind: "cache",
    lost: "streamed answers of the last minutes that another process of a fleet can resume",
  },
  kept_answers: { kind: "truth", lost: "answers that are repeated for an Idempotency-Key" },
  flows: { kind: "truth", lost: "flows and their drafts" },
  flow_versions: {
    kind: "truth",
    lost: "the versions of deleted flows: an old If-Match may fit a new flow of the name",
  },
  flow_revisions: { kind: "truth", lost: "deployed revisions of flows" },
  flow_runs: { kind: "truth", lost: "runs of flows and their results" },
  accepted_runs: { kind: "truth", lost: "runs of flows that wait or are under way" },
  accepted_run_steps: { kind: "truth", lost: "what unfinished runs of flows have computed" },
  drawn_sets: { kind: "truth", lost: "which results of flows go when a source is deleted" },
  drawn_set_files: { kind: "truth", lost: "which results of flows go when a source is deleted" },
  prompts: { kind: "truth", lost: "saved prompts" },
  versions: { kind: "content", lost: "what was read from documents: they are not found by questions" },
  elements: { kind: "content", lost: "parts of documents" },
  chunk_sets: { kind: "content", lost: "passages that questions are answered from" },
  chunks: { kind: "content", lost: "passages that questions are answered from" },
  name_words: { kind: "derived", lost: "finding sources by the words of their names" },
  source_tags: { kind: "derived", lost: "finding sources by their tags" },
  word_changes: { kind: "cache", lost: missingWords },
  word_segments: { kind: "cache", lost: missingWords },
  word_segment_parts: { kind: "cache", lost: missingWords },
  unindexed_sets: { kind: "cache", lost: missingWords },
  embedding_spaces: {
    kind: "cache",
    lost: "search by meaning, until the model has embedded the passages again",
  },
  vectors: { kind: "cache", lost: "search by meaning, until the model has embedded the passages again" },
  chunk_vectors: {
    kind: "cache",
    lost: "search by meaning, until the model has embedded the passages again",
  },
  embedded_sets: {
    kind: "cache",
    lost: "search by meaning, until the model has embedded the passages again",
  },
  flow_node_records: { kind: "cache", lost: "results of flow nodes, which the next run computes again" },
  derived_data: { kind: "cache", lost: "data derived from documents, which the next run computes again" },
  kysely_migration: { kind: "derived", lost: "the list of changes that the tables have had" },
  kysely_migration_lock: { kind: "derived", lost: "nothing but a lock" },
};

const unknownTable: StoredTable = { kind: "truth", lost: "what is in it" };

export const storedTable = (name: string): StoredTable =>
  Object.hasOwn(storedTables, name) ? storedTables[name as TableName] : unknownTable;
