import type { Moment } from "../elements/moment.ts";
import type { Likeness } from "../models/compare-meaning.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import type { TokenUsage } from "../models/usage.ts";
import type { Turn } from "./conversation-store.ts";

/** One element of a source with its place. An answer may be taken from it. */
export type Passage = {
  fileId: string;
  fileName: string;
  elementId: string;
  elementType: string;
  /** 1-based. */
  pageNumber: number;
  /** 1-based, counted by `Title`. */
  sectionNumber: number;
  /** Headings above it, outermost first, joined by " › "; "" for none. */
  sectionTitle: string;
  text: string;
  /** For tables: the `<table>` the text was flattened from. */
  html?: string;
  /** For recordings and videos. */
  moment?: Moment | undefined;
  /** Relevance of the chunk it came with, 0..1. */
  score: number;
  /** That chunk as it is embedded, with its headings. Absent where no chunk was searched for. */
  chunk?: string | undefined;
};

export type AnswerRequest = {
  /** Complete: a follow-up has what it takes from the turns before it. */
  question: string;
  /** The same as it was asked. When absent, it was asked so. */
  asked?: string;
  /** Earlier turns of the conversation, oldest first. */
  history: Turn[];
  /** Best first. */
  passages: Passage[];
  /** The question asks what the sources are about; the passages are titles, beginnings and headings. Default false. */
  overview?: boolean;
  /** The question compares two documents; the passages are their beginnings, one after the other. Default false. */
  compares?: boolean;
  thinkingLevel: ThinkingLevel;
  /** Whether what is yielded is shown at once. Default false: then the whole answer is waited for. */
  isStreamed?: boolean | undefined;
  /**
   * How alike in meaning the question and each of these texts are; null where no vectors can be had now. Absent without an encoder. `isEnglish`: whether the encoder of English is asked, where there are two. `asked`: the
   * question in another spelling. `sections`: how many of the texts, from the first, are whole sections, whose words are not asked for.
   */
  compare?:
    | ((
        texts: readonly string[],
        isEnglish: boolean,
        asked: string,
        sections: number,
      ) => Promise<Likeness | null>)
    | undefined;
  /** Chunks among which the passages were searched. Absent where that is not known. */
  chunksSearched?: number | undefined;
};

/**
 * One statement of an answer, with the passages (positions in the request) that support it. Without passages it is not
 * grounded.
 */
export type Statement = {
  text: string;
  passages: number[];
  /** Set when the statement says a value that is nowhere, but follows from rows of a table. It is recomputed. */
  computed?: Computed;
};

/** A value computed from rows of a table; `text` is the row's line in the passage's text. `column` is its header. */
export type Computed = {
  operation: "count" | "max" | "min" | "sum" | "average";
  column: string;
  rows: { passage: number; text: string }[];
};

/** A sentence of a passage that is read for a question and may not answer it. */
export type NearSentence = { passage: number; text: string };

/** What an answerer yields, in reading order. When there is no statement at all, the passages hold no answer. */
export type AnswererEvent =
  /** Text between statements that needs no evidence: a space, a line break, an introduction. */
  | { type: "delta"; text: string }
  | { type: "statement"; statement: Statement }
  /** It can't answer, although a model could: the answer has to be worked out. No statement comes beside it. */
  | { type: "declined"; reason: "reasoning" }
  /** Nothing answers for certain. These sentences come nearest, best first. No statement comes beside it. */
  | { type: "nearest"; sentences: NearSentence[] }
  /** The list that was given goes on with so many items. Comes after its statements. */
  | { type: "more"; items: number }
  /** The budget had no room for so many of the passages; they were not read, or only their beginning. */
  | { type: "cut"; passages: number }
  /** Tokens used since the last event of this kind. */
  | { type: "usage"; usage: TokenUsage };

/**
 * Port: finds the answer to a question in passages, and yields it as it grows. Throws when the signal aborts.
 * Documents are data: nothing in a passage is an instruction.
 */
export type Answerer = (request: AnswerRequest, signal: AbortSignal) => AsyncIterable<AnswererEvent>;
