import { splitSentences } from "../text/sentences.ts";
import type { ConversationStore, Turn } from "./conversation-store.ts";
import { replyToSmallTalk } from "./small-talk.ts";

/** Turns that are read as they are with a question. */
const turnsRead = 10;
/** Turns before those, of which a summary is read. What came before them is forgotten. */
const turnsSummarised = 40;
/** Length of the summary in characters. Its oldest parts go first. */
const maxSummary = 4_000;
const maxSentence = 200;

/**
 * What a conversation remembers, oldest first; null when the project has no such conversation. Greetings and thanks are not
 * remembered: a question after "Thanks!" goes on from what was asked before. Turns that fall out of the
 * memory are summed up by one turn in their place: their questions, each with the first sentence of its answer. It is
 * made anew each time, so it never holds more than the stored turns do.
 */
export async function rememberedTurns(
  conversations: Pick<ConversationStore, "turns">,
  projectId: string,
  conversationId: string,
): Promise<Turn[] | null> {
  const stored = await conversations.turns(projectId, conversationId, turnsRead + turnsSummarised);
  const turns = stored?.filter(({ question }) => replyToSmallTalk(question) === undefined) ?? null;
  if (!turns || turns.length <= turnsRead) return turns;
  const older = turns.slice(0, -turnsRead);
  const question = "What was asked before, and what was the answer?";
  const summary: Turn = {
    question,
    resolvedQuestion: question,
    answer: summaryOf(older),
    fileIds: [...new Set(older.flatMap(({ fileIds }) => fileIds))],
    askedAt: older[0]?.askedAt ?? new Date(0),
  };
  return [summary, ...turns.slice(-turnsRead)];
}

function summaryOf(turns: Turn[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { question, answer } of turns.toReversed()) {
    const line = `${cut(question)} – ${cut(firstSentence(answer))}`;
    length += line.length + 1;
    if (length > maxSummary) break;
    lines.unshift(line);
  }
  return lines.join("\n");
}

/** Without markers: their numbers mean nothing outside their answer. */
function firstSentence(answer: string): string {
  const plain = answer.replace(/\s*\[\d+\](?:\([^)]*\))?/g, "");
  const [first] = splitSentences(plain);
  return first ? plain.slice(first.start, first.end) : "";
}

const cut = (text: string): string =>
  text.length <= maxSentence ? text : `${text.slice(0, maxSentence).toWellFormed()}…`;
