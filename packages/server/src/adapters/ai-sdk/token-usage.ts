import type { TokenUsage } from "../../models/usage.ts";

type Counted = {
  inputTokens: { total: number | undefined; cacheRead: number | undefined; cacheWrite: number | undefined };
  outputTokens: { total: number | undefined };
};

/** The SDK's count as ours. What was not counted stays absent. */
export const tokenUsage = ({ inputTokens, outputTokens }: Counted): TokenUsage => ({
  ...(inputTokens.total !== undefined && { tokensIn: inputTokens.total }),
  ...(outputTokens.total !== undefined && { tokensOut: outputTokens.total }),
  ...(inputTokens.cacheRead !== undefined && { cacheReadTokens: inputTokens.cacheRead }),
  ...(inputTokens.cacheWrite !== undefined && { cacheWriteTokens: inputTokens.cacheWrite }),
});
