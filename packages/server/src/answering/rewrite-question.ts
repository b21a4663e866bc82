import type { Turn } from "./conversation-store.ts";

/**
 * Port: rewrites a question for the search. A follow-up ("and in 2023?") comes back complete, any other question
 * unchanged except for trimming. `turns` are the turns of the conversation, oldest first; there may be none.
 */
export type RewriteQuestion = (question: string, turns: Turn[], signal: AbortSignal) => Promise<string>;
