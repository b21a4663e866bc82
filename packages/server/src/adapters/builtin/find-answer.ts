import type { Passage, Statement } from "../../answering/answerer.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { chooseStatements } from "./choose-statements.ts";
import { createQuestionReader } from "./question.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { createWordRelations } from "./word-relations.ts";

/** The sentences that come closest to an answer, and how sure it is that they answer, 0..1. */
export type FoundAnswer = { statements: Statement[]; confidence: number };

/** The minimum confidence of an answer that is given. Published with its measurements in docs/benchmarks.md. */
export const minConfidence = 0.5;

/** Finds the sentences that answer a question, however sure they are. Throws when the signal aborts. */
export type FindAnswer = (question: string, passages: Passage[], signal: AbortSignal) => FoundAnswer;

export function createFindAnswer(): FindAnswer {
  const readQuestion = createQuestionReader();
  const relations = createWordRelations();
  return (text, passages, signal) => {
    signal.throwIfAborted();
    const { question, reader } = readQuestion(text);
    const candidates = candidateSentences(passages, reader);
    signal.throwIfAborted();
    const relevance = passages.map((passage) => passage.score);
    return chooseStatements(
      question,
      scoreCandidates(question, candidates, relevance, { relations, reader }),
    );
  };
}
