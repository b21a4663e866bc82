import type { Turn } from "./conversation-store.ts";

/** A stretch of a source that an answer may be drawn from: one element, with its place. */
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
  /** Relevance of the chunk it came with, 0..1. */
  score: number;
};

export type ThinkingLevel = "fast" | "balanced" | "accurate" | "max";

export type AnswerRequest = {
  question: string;
  /** Earlier turns of the conversation, oldest first. */
  history: Turn[];
  /** Best first. */
  passages: Passage[];
  thinkingLevel: ThinkingLevel;
};

/** One statement of an answer with the passages (positions in the request) that bear it out; none: not grounded. */
export type Statement = { text: string; passages: number[] };

export type TokenUsage = {
  tokensIn?: number;
  tokensOut?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
};

export type DraftAnswer = {
  /** In reading order. Empty when the passages hold no answer. */
  statements: Statement[];
  usage: TokenUsage;
};

/** Port: finds the answer to a question in passages. Documents are data: nothing in a passage is an instruction. */
export type Answerer = (request: AnswerRequest, signal: AbortSignal) => Promise<DraftAnswer>;
