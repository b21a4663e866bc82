import type { Turn } from "./conversation-store.ts";

/**
 * Port: a question as it must be searched for. One that leans on earlier turns ("and in 2023?") comes back complete, any
 * other one unchanged but trimmed. `turns` are those of the conversation, oldest first, and may be none.
 */
export type RewriteQuestion = (question: string, turns: Turn[], signal: AbortSignal) => Promise<string>;
