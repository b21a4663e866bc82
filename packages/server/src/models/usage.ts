/** What models used for one request. Counts of tokens are absent when a model does not count them. */
export type TokenUsage = {
  tokensIn?: number;
  tokensOut?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  /** Calls that were answered. Absent for none. */
  calls?: number;
  /** From sending them to the end of their answers, in milliseconds; calls at the same time are summed. */
  modelMs?: number;
};

/** The usage of work without a model. */
export const noTokens: TokenUsage = { tokensIn: 0, tokensOut: 0 };

/** The sum of two usages. A count that is absent in both stays absent. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: TokenUsage = { ...one };
  for (const [key, used] of Object.entries(other) as [keyof TokenUsage, number][])
    sum[key] = (sum[key] ?? 0) + used;
  return sum;
}
