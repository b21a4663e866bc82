/** Tokens that models took and gave for one request; absent where a model does not count them. */
export type TokenUsage = {
  tokensIn?: number;
  tokensOut?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
};

/** What work without a model uses. */
export const noTokens: TokenUsage = { tokensIn: 0, tokensOut: 0 };

/** What both used; what neither counts stays uncounted. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: TokenUsage = { ...one };
  for (const [key, used] of Object.entries(other) as [keyof TokenUsage, number][])
    sum[key] = (sum[key] ?? 0) + used;
  return sum;
}
