import type { Clock } from "../kernel/clock.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { keptAnswerMs } from "./kept-answer.ts";

const dayMs = 86_400_000;

/**
 * Removes conversations whose latest question is older than so many days (0: none), and kept answers whose time is over.
 * Returns the number of conversations.
 */
export async function expireConversations(
  { conversations, clock }: { conversations: ConversationStore; clock: Clock },
  days: number,
): Promise<number> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  await conversations.forgetKeptBefore(ago(keptAnswerMs));
  if (days === 0) return 0;
  for (let removed = 0; ; ) {
    const { length } = await conversations.removeOld(ago(days * dayMs));
    if (length === 0) return removed;
    removed += length;
  }
}
