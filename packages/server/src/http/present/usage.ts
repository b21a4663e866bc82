import type { Usage } from "@headwater/spec";
import { answeringMode } from "../../models/answering-mode.ts";
import type { TokenUsage } from "../../models/usage.ts";

/** What an answer or an extraction used, the model that wrote it (null for none), and how many passages it did not read. */
export const presentUsage = (usage: TokenUsage, model: string | null, passagesLeftOut?: number): Usage => ({
  ...(usage.tokensIn === undefined ? {} : { tokens_in: usage.tokensIn }),
  ...(usage.tokensOut === undefined ? {} : { tokens_out: usage.tokensOut }),
  ...(usage.cacheReadTokens === undefined ? {} : { cache_read_tokens: usage.cacheReadTokens }),
  ...(usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: usage.cacheWriteTokens }),
  ...(usage.calls === undefined ? {} : { calls: usage.calls }),
  ...(usage.modelMs === undefined ? {} : { model_ms: Math.round(usage.modelMs) }),
  ...answeringMode(model),
  ...(passagesLeftOut === undefined ? {} : { passages_left_out: passagesLeftOut }),
});
