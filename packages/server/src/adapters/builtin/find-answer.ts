import type { Passage, Statement } from "../../answering/answerer.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { chooseStatements } from "./choose-statements.ts";
import { computeOverTable } from "./compute-over-table.ts";
import { needsReasoning, statesResult } from "./needs-reasoning.ts";
import { preferAskedTerms } from "./prefer-asked-terms.ts";
import { createQuestionReader } from "./question.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { operationIn } from "./table-operations.ts";
import { createWordRelations } from "./word-relations.ts";

export type FoundAnswer = {
  /** The sentences that come closest to an answer. */
  statements: Statement[];
  /** How sure it is that they answer, 0..1. */
  confidence: number;
  /** Whether the answer has to be worked out and no sentence says the result. */
  needsReasoning: boolean;
};

/** The minimum confidence of an answer that is given. Published with its measurements in docs/benchmarks.md. */
export const minConfidence = 0.5;

/** A sentence that says the result of a comparison or a sum says at least this share of the question. */
const minOwnOfResult = 0.45;

/** Finds the sentences that answer a question, however sure they are. Throws when the signal aborts. */
export type FindAnswer = (
  question: string,
  passages: Passage[],
  signal: AbortSignal,
  /** The question as it was asked, where it was completed. */
  asked?: string,
) => FoundAnswer;

export function createFindAnswer(): FindAnswer {
  const readQuestion = createQuestionReader();
  const relations = createWordRelations();
  return (text, passages, signal, asked) => {
    signal.throwIfAborted();
    const { question, reader } = readQuestion(text, asked);
    const candidates = candidateSentences(passages, reader);
    signal.throwIfAborted();
    const relevance = passages.map((passage) => passage.score);
    const tools = { relations, reader };
    const scored = scoreCandidates(question, candidates, relevance, tools);
    // What was asked now may be said in other words. Then the terms taken from before choose the sentence.
    const preferred = chooseStatements(question, preferAskedTerms(scored), tools);
    const chosen =
      preferred.confidence >= minConfidence ? preferred : chooseStatements(question, scored, tools);
    const [first] = chosen.statements;
    const isSure = first !== undefined && chosen.confidence >= minConfidence;
    // Where a sentence says the largest or the sum itself, it is quoted.
    const operation = operationIn(text)?.operation;
    const quotesResult = isSure && !chosen.fromTable && operationIn(first.text)?.operation === operation;
    const computed = quotesResult ? undefined : computeOverTable(question, candidates, passages, tools);
    if (computed) return { statements: [computed], confidence: 1, needsReasoning: false };
    return {
      ...chosen,
      needsReasoning:
        needsReasoning(text, question.language) &&
        !(isSure && chosen.own >= minOwnOfResult && statesResult(first.text)),
    };
  };
}
