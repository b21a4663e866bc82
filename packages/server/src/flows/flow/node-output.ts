import type { ChunkSetId, FileId, VersionId } from "../../kernel/ids.ts";
import type { Verdict } from "../../structured/verdict.ts";
import type { Span } from "../../text/sentences.ts";

/** A source of a dataset, as its version that answers. */
export type OutputDocument = { fileId: FileId; fileName: string; versionId: VersionId };

/** The chunks that a chunking node made of one document. */
export type OutputChunkSet = { chunkSetId: ChunkSetId; fileId: FileId; versionId: VersionId; chunks: number };

/** A question to search with. `expected` is what a test set expects of its answer. */
export type OutputQuery = { id: string; text: string; expected?: ExpectedAnswer | undefined };

export type ExpectedAnswer = {
  /** Words that the answer should say. */
  answer?: string | undefined;
  /** Names of the sources, or texts, that should be found. */
  sources?: string[] | undefined;
  passages?: string[] | undefined;
};

/**
 * A passage that was found, by reference, so that a deleted one vanishes from every result. Summaries have no chunk: they
 * name the chunks that they are made of.
 */
export type OutputPassage = {
  id: string;
  /** The chunk; of a summary the chunks it stands for. */
  chunkIds: string[];
  /** The sources that it is drawn from. Absent: any of the dataset. */
  fileIds?: FileId[] | undefined;
  /** Relevance, 0..1. */
  score: number;
  /** Text of its own, of a summary. Absent: the chunk's text. */
  summary?: string | undefined;
  /** What else to say of it: `level` of a summary, `entities` and `bridge` of a graph. */
  metadata?: Record<string, unknown> | undefined;
};

/** What statements of an answer rest on, by reference. `index` is the number of their `[N]`. */
export type OutputCitation = {
  index: number;
  chunkId: string;
  /** The page on which the quote begins, 1-based. */
  pageNumber: number;
  /** Where the quote is in the chunk's text. Null for a summary, which is not in the source. */
  span: Span | null;
  verdict: Verdict;
};

export type OutputAnswer = {
  id: string;
  question: string;
  text: string;
  model: string | null;
  /** Seconds that the writing took. */
  seconds: number;
  chunkIds: string[];
  /** The sources of the passages that it was written from. Absent: any of the dataset. */
  fileIds?: FileId[] | undefined;
  /** Absent where the answer cites nothing: it was not verified then. */
  citations?: OutputCitation[] | undefined;
  expected?: ExpectedAnswer | undefined;
};

/** How well one question of a test set was served; each measure 0..1, null where it is not known. */
export type OutputScore = {
  id: string;
  question: string;
  /** Whether all that is expected came; null when nothing is expected. Absent in what was kept before it was recorded. */
  passes?: boolean | null | undefined;
  measures: Record<string, number | null>;
};

/** What a node gives to those after it. It refers to stored chunks and never holds their text. */
export type NodeOutput =
  | { kind: "documents"; documents: OutputDocument[] }
  | { kind: "chunks"; sets: OutputChunkSet[] }
  | { kind: "queries"; queries: OutputQuery[] }
  | { kind: "passages"; lists: { query: OutputQuery; passages: OutputPassage[] }[] }
  | { kind: "answers"; answers: OutputAnswer[] }
  | { kind: "scores"; scores: OutputScore[] };

export type OutputKind = NodeOutput["kind"];

export type OutputOf<Kind extends OutputKind> = Extract<NodeOutput, { kind: Kind }>;
