import { createHash } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { invalidInput } from "../kernel/service-error.ts";
import type { Answer, AskRequest } from "./answer.ts";
import type { ConversationStore, KeptAnswer } from "./conversation-store.ts";

/** How long an answer is repeated for the same `Idempotency-Key`, in ms. */
export const keptAnswerMs = 24 * 3_600_000;

/** What two requests have in common that may share an answer. */
export const fingerprintOf = (request: unknown): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex");

/**
 * The answer that was given to this request before, without images; null when it is new. Throws a 400 when its key
 * belongs to another request.
 */
export async function answerGivenBefore(
  { conversations, clock }: { conversations: Pick<ConversationStore, "keptAnswer">; clock: Clock },
  { projectId, once }: AskRequest,
): Promise<Answer | null> {
  if (!once) return null;
  const kept = await conversations.keptAnswer(projectId, once.key);
  if (!kept || clock.now().getTime() - kept.keptAt.getTime() > keptAnswerMs) return null;
  if (kept.fingerprint !== once.fingerprint) throw keyOfAnotherRequest();
  return kept.answer;
}

export const answerToKeep = ({ once }: AskRequest, answer: Answer, keptAt: Date): KeptAnswer | undefined =>
  once && { ...once, answer, keptAt };

const keyOfAnotherRequest = () =>
  invalidInput("This Idempotency-Key was used with another request. Use a new key.");
