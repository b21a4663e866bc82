/** What a limit that refuses requests is called, in metrics and in no answer. */
export const limitNames = [
  "operation-queue",
  "storage",
  "stopping",
  "database",
  "model",
  "token-issuer",
  "other",
] as const;
export type LimitName = (typeof limitNames)[number];

/** What is looked up before it is computed again. */
export const cacheNames = ["read-documents", "question-vectors"] as const;

/**
 * Something that happened, for metrics. Every text comes from a fixed set: an operation id, a state, a kind. None names a
 * project, a document or a caller, so the number of time series is bounded.
 */
export type Observation =
  | { kind: "request"; operation: string; status: number; seconds: number }
  /** A request that was refused with 429, 503 or 507. */
  | { kind: "refusal"; limit: LimitName }
  | { kind: "build"; result: string }
  /** A document that a reader was given. `pages`: those that came out. */
  | {
      kind: "reading";
      format: string;
      method: string;
      result: "read" | "failed" | "stopped";
      pages: number;
      seconds: number;
    }
  | { kind: "stage"; work: "ask" | "search" | "flow"; stage: string; seconds: number }
  /** A call of a model, with its retries. `stopped`: the caller did not need it any more. */
  | {
      kind: "model";
      purpose: ModelPurpose;
      result: "answered" | "failed" | "stopped";
      seconds: number;
      tokensIn?: number | undefined;
      tokensOut?: number | undefined;
    }
  | { kind: "lookup"; cache: (typeof cacheNames)[number]; found: boolean };

export type ModelPurpose = "language" | "embedding" | "reranking" | "vision" | "transcription";

/** Tells an observation. It never throws and never waits. */
export type Observe = (observation: Observation) => void;

export const observeNothing: Observe = () => {};

/** A stopwatch: call it to start, and call what it answers for the seconds since then. */
export const startTiming = (): (() => number) => {
  const began = performance.now();
  return () => (performance.now() - began) / 1000;
};
