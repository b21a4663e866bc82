import type { TokenUsage } from "../models/usage.ts";
import type { Turn } from "./conversation-store.ts";

/**
 * Port: rewrites a question for the search. A follow-up ("and in 2023?") comes back complete, any other question
 * unchanged except for trimming. `turns` are the turns of the conversation, oldest first; there may be none. `onUsage` is
 * told what models used for it.
 */
export type RewriteQuestion = (
  question: string,
  turns: Turn[],
  signal: AbortSignal,
  onUsage?: (usage: TokenUsage) => void,
) => Promise<string>;
