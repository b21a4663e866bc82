import type { Generated } from "kysely";
import type { FlowTables } from "./flow-schema.ts";
import type { ProjectTables } from "./project-schema.ts";
import type { WordTables } from "./word-schema.ts";

/**
 * The tables, as both SQLite and PostgreSQL see them: ids, timestamps (ISO 8601, UTC, milliseconds) and JSON are text,
 * booleans are 0 or 1. Text that comes out of documents is inside JSON, which carries every character, NUL included,
 * through both databases. `ordinal` numbers rows in the order they were added, where milliseconds are too coarse.
 */
export type Database = FlowTables &
  ProjectTables &
  WordTables & {
    store: StoreTable;
    removed_contents: RemovedContentTable;
    projects: ProjectTable;
    tokens: TokenTable;
    sources: SourceTable;
    name_words: NameWordTable;
    source_tags: SourceTagTable;
    builds: BuildTable;
    versions: VersionTable;
    elements: ElementTable;
    chunk_sets: ChunkSetTable;
    chunks: ChunkTable;
    conversations: ConversationTable;
    turns: TurnTable;
    turn_sources: TurnSourceTable;
    embedding_spaces: EmbeddingSpaceTable;
    vectors: VectorTable;
    chunk_vectors: ChunkVectorTable;
    embedded_sets: EmbeddedSetTable;
    kept_answers: KeptAnswerTable;
    streamed_runs: StreamedRunTable;
    streamed_events: StreamedEventTable;
  };

/** One row. */
type StoreTable = {
  store_id: string;
  sidecars_mended_at: Generated<string | null>;
  /** Null: the segments in this database. */
  words_in: Generated<"opensearch" | null>;
};

/** Bytes that no source uses any more, because the last one was deleted, and that may still lie there. */
type RemovedContentTable = { project_id: string; content_hash: string };

type ProjectTable = { project_id: string; name: string; created_at: string };

type TokenTable = {
  token_id: string;
  project_id: string;
  name: string;
  prefix: string;
  hash: string;
  read_only: number;
  expires_at: string | null;
  created_at: string;
  scope: "manage" | null;
};

type SourceTable = {
  file_id: string;
  project_id: string;
  file_name: string;
  file_size: number;
  file_type: string;
  file_source: string;
  content_hash: string;
  /** Within the project. */
  ordinal: number;
  created_at: string;
  /** In order, as a JSON list; `source_tags` finds sources by them. */
  tags: string;
  /** From then on the bytes are not used by this source. */
  original_removed_at: Generated<string | null>;
};

/** The terms of each source's name, so that a question finds the sources it names without reading every name. */
type NameWordTable = { project_id: string; word: string; file_id: string };

type SourceTagTable = { project_id: string; tag: string; file_id: string };

type BuildTable = {
  build_id: string;
  project_id: string;
  file_id: string;
  method: string;
  status: string;
  message: string | null;
  error: string | null;
  progress: string | null;
  total_partitions: number | null;
  total_pages: number | null;
  failed_pages: string;
  attempts: number;
  lease_owner: string | null;
  lease_until: string | null;
  ordinal: number;
  lane: string;
  /** The place in its lane: projects with builds that wait get one of each number, see `insertBuild`. */
  turn: number;
  task: string;
  /** 0 when the request left the method out. */
  method_named: number;
  /** The source whose result was copied; it may be gone. */
  duplicate_of: string | null;
  /** JSON of the counts of what was not read. */
  left_out: string | null;
  /** The span of the request that asked for it. */
  trace: string | null;
  created_at: string;
  updated_at: string;
};

/** A version marked `removed` is invisible at once; its rows are cleared away after that, in slices. */
export type VersionStatus = "inactive" | "active" | "removed";

type VersionTable = {
  version_id: string;
  /** No foreign key: a source goes at once, its versions a moment later. */
  file_id: string;
  project_id: string;
  method: string;
  status: VersionStatus;
  total_pages: number;
  failed_pages: string;
  element_count: number;
  /** What read it; null when nothing may be copied from it. */
  reader: string | null;
  message: string | null;
  /** The source it was copied from; it may be gone. */
  duplicate_of: string | null;
};

type ElementTable = {
  version_id: string;
  position: number;
  element_id: string;
  type: string;
  page_number: number;
  section_number: number;
  /** Everything that is only ever read whole. */
  payload: string;
  /** Base64; apart from the rest, so that a reader who does not want images does not pay for them. */
  image: string | null;
  /** `ParsedElement.wordBoxes`, read for citations only; null of what was read before there were any. */
  word_boxes: Uint8Array | null;
};

type ChunkSetTable = {
  chunk_set_id: string;
  version_id: string;
  /** Canonical JSON. */
  config: string;
  config_hash: string;
  chunk_count: number;
  /** 0 while it is being added to a version that is active already, and when that was cut short. */
  is_whole: number;
};

type ChunkTable = {
  chunk_set_id: string;
  position: number;
  chunk_id: string;
  payload: string;
  /** Its term hashes in reading order, 32 bits each, little-endian; null of sets that the words' index does not hold. */
  terms: Uint8Array | null;
};

type ConversationTable = {
  project_id: string;
  conversation_id: string;
  created_at: string;
  /** When its latest question was asked. */
  updated_at: string;
  /** JSON, like every text that people write. Null until it is given one. */
  title: string | null;
};

type TurnTable = {
  turn_id: string;
  project_id: string;
  conversation_id: string;
  ordinal: number;
  payload: string;
};

/** Which sources an answer was drawn from: a turn is forgotten together with any of them. */
type TurnSourceTable = { turn_id: string; file_id: string };

/** What one model makes of a project's chunks. */
type EmbeddingSpaceTable = {
  space_id: string;
  project_id: string;
  name: string;
  is_whole: number;
  /** The highest number of its sets so far. */
  added: Generated<number>;
  /** How often sets of it ceased to be searched. */
  removed: Generated<number>;
};

/** A vector by the text that it stands for: 32-bit floats, little-endian. */
type VectorTable = { space_id: string; content_hash: string; vector: Uint8Array };

/** Which vector a chunk has. */
type ChunkVectorTable = { chunk_set_id: string; space_id: string; position: number; content_hash: string };

/** Sets whose chunks all have their vector. The number rises in a space in the order of the commits. */
type EmbeddedSetTable = { chunk_set_id: string; space_id: string; number: number };
/** Goes with its turn, and so with every source that the answer was drawn from. */
type KeptAnswerTable = {
  project_id: string;
  /** JSON. */
  idempotency_key: string;
  fingerprint: string;
  turn_id: string;
  payload: string;
  created_at: string;
};

/** What the processes of a fleet know of each other's streamed answers: see `StreamedRuns`. */
type StreamedRunTable = {
  run_id: string;
  project_id: string;
  owner: string;
  outlives_service: number;
  is_taken_up: number;
  state: "running" | "ended" | "stopped";
  stop_reason: string | null;
  /** Ids of what was deleted while it ran, each after a space. */
  forgotten: string;
  leased_until: string;
  /** Empty: it has no reader in another process. */
  followed_until: string;
  kept_until: string;
};

/** Events that were written at one time, one after the other. */
type StreamedEventTable = { run_id: string; first_id: number; last_id: number; frames: string };
