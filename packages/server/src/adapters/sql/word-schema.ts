import type { Generated } from "kysely";

/** The tables of the words' index. All of them can be made again from the chunks. */
export type WordTables = {
  word_changes: WordChangeTable;
  word_segments: WordSegmentTable;
  word_segment_parts: WordSegmentPartTable;
  unindexed_sets: UnindexedSetTable;
};

/** A version that answers from now on, or no longer. Added ones stay until a segment holds them. */
type WordChangeTable = {
  /** Rises in the order of the commits of one project, and never comes back. */
  number: Generated<number>;
  project_id: string;
  version_id: string;
  file_id: string;
  chunk_set_id: string;
  chunks: number;
  is_gone: number;
};

/** The words of many chunks in packed arrays, see `packSegment`. */
type WordSegmentTable = {
  segment_id: string;
  project_id: string;
  /** CRC-32 of all parts, one behind the other. */
  checksum: number;
};

/** At most 1 MB each. */
type WordSegmentPartTable = { segment_id: string; part: number; bytes: Uint8Array };

/** Sets of active versions that the index lacks. */
type UnindexedSetTable = { chunk_set_id: string; project_id: string };
