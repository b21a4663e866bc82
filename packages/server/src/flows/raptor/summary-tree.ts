/** A sentence of a summary: the chunk that has it, by place in `chunkIds` of the tree, and where it is in its text. */
export type TracedSentence = [chunk: number, start: number, end: number];

/** Says in few words what neighbouring chunks say. */
export type Summary = {
  /** 1: of chunks. 2: of summaries of level 1, and so on. */
  level: number;
  text: string;
  /** The chunks it stands for, by place in `chunkIds` of the tree: `from` up to, but not with, `to`. */
  from: number;
  to: number;
  /** The sentences it is made of. Of one that a model wrote, those that say most of the same chunks. */
  sentences: TracedSentence[];
  /** Whether a model wrote it. */
  isWritten: boolean;
};

/** The summaries of one version, level by level. A tree with fewer levels is the beginning of the one with more. */
export type SummaryTree = { chunkIds: string[]; summaries: Summary[] };
