import type { TokenUsage } from "../models/usage.ts";
import type { RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import type { Turn } from "./conversation-store.ts";

export type Rewriting = {
  /** Searches where the question will be searched. Meant for a few searches at most. */
  search: (text: string) => Promise<Pick<RetrievedChunk, "title" | "text">[]>;
  signal: AbortSignal;
  /** Called with what models used for it. */
  onUsage?: (usage: TokenUsage) => void;
};

/**
 * Port: rewrites a question for the search. A follow-up ("and in 2023?") comes back complete, any other question
 * unchanged except for trimming. `turns` are the turns of the conversation, oldest first; there may be none.
 */
export type RewriteQuestion = (question: string, turns: Turn[], rewriting: Rewriting) => Promise<string>;
