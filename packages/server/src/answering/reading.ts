import type { SourcedPassage } from "./gather-passages.ts";

/** A question and the passages in which its answer may stand. */
export type Reading = {
  question: string;
  passages: SourcedPassage[];
  /** Whether the passages show what the sources are about, because that was asked. */
  overview?: boolean;
  /** Whether they are two documents to compare, because that was asked. */
  compares?: boolean;
  /** What the catalogue says, which needs no answerer. `more`: documents or sections that it leaves out. */
  told?: ToldLine[];
  more?: number;
};

/** A piece of an answer, and the passage that is quoted whole after it. */
export type ToldLine = { text: string; passage?: number };
