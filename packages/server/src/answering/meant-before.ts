import { foldAccents } from "../text/terms.ts";
import type { Turn } from "./conversation-store.ts";

/**
 * What a question means that is asked again right after itself: the same as before. Its own answer would change what a
 * pronoun stands for ("Who built it?"). Undefined for any other question.
 */
export function meantBefore(question: string, turns: Turn[]): string | undefined {
  const last = turns.at(-1);
  return last && wordsOf(last.question) === wordsOf(question) ? last.resolvedQuestion : undefined;
}

/** The words alone, so that capitals, white space and marks make no other question. */
const wordsOf = (question: string): string =>
  (foldAccents(question).match(/[\p{L}\p{N}]+/gu) ?? [question.trim()]).join(" ");
