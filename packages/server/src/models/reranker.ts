import type { TokenUsage } from "./usage.ts";

/** Port: judges how well texts answer a query, by reading both together. */
export type Reranker = {
  /** Names the model, for messages and metadata. */
  name: string;
  /**
   * One score from 0 to 1 for each text, in their order. Rejects with the signal's reason when it aborts, and with
   * `ModelUnavailableError` when the model fails.
   */
  rerank(
    query: string,
    texts: string[],
    signal: AbortSignal,
  ): Promise<{ scores: number[]; usage: TokenUsage }>;
};
