import type { ProjectId } from "./ids.ts";

/** What refuses requests, as metrics call it. `bytes` to `tokens_per_day` are limits that an operator set for a project. */
export const limitNames = [
  "operation-queue",
  "bytes",
  "sources",
  "pages_per_day",
  "questions_per_day",
  "tokens_per_day",
  "storage",
  "stopping",
  "database",
  "files",
  "search",
  "model",
  "token-issuer",
  "other",
] as const;
export type LimitName = (typeof limitNames)[number];

/** What is looked up before it is computed again. */
export const cacheNames = ["read-documents", "question-vectors"] as const;

/**
 * Something that happened, for metrics. Every text comes from a fixed set: an operation id, a state, a kind. None names a
 * project, a document or a caller, so the number of time series is bounded. `projectId` and `model` are not labels: usage is
 * counted by them.
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
      projectId?: ProjectId | undefined;
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
      /** Its name; absent for a model of this machine, which costs nothing. */
      model?: string | undefined;
      projectId?: ProjectId | undefined;
    }
  /** A question that was answered or has failed. `stages`: seconds of each. */
  | {
      kind: "question";
      requestId: string | undefined;
      projectId: ProjectId | undefined;
      /** From the arrival of the request until it was begun. */
      waitedSeconds: number;
      seconds: number;
      stages: Record<string, number>;
      /** Calls of language models, those at the same time summed. */
      modelSeconds: number;
    }
  | { kind: "lookup"; cache: (typeof cacheNames)[number]; found: boolean };

export type ModelPurpose = "language" | "embedding" | "reranking" | "judging" | "vision" | "transcription";

/** Reports an observation. It never throws and never waits. */
export type Observe = (observation: Observation) => void;

export const observeNothing: Observe = () => {};

/** A stopwatch: call it to start, and call what it answers for the seconds since then. */
export const startTiming = (): (() => number) => {
  const began = performance.now();
  return () => (performance.now() - began) / 1000;
};
