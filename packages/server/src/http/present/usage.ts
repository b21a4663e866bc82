import type { Usage } from "@headwater/spec";
import { answeringMode } from "../../models/answering-mode.ts";
import type { TokenUsage } from "../../models/usage.ts";

/** What an answer or an extraction used, and the model that wrote it; null for none. */
export const presentUsage = (usage: TokenUsage, model: string | null): Usage => ({
  ...(usage.tokensIn === undefined ? {} : { tokens_in: usage.tokensIn }),
  ...(usage.tokensOut === undefined ? {} : { tokens_out: usage.tokensOut }),
  ...(usage.cacheReadTokens === undefined ? {} : { cache_read_tokens: usage.cacheReadTokens }),
  ...(usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: usage.cacheWriteTokens }),
  ...answeringMode(model),
});
