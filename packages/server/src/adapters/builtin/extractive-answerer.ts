import type { Answerer } from "../../answering/answerer.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { chooseStatements } from "./choose-statements.ts";
import { analyseQuestion } from "./question.ts";
import { scoreCandidates } from "./score-candidates.ts";

/**
 * Answers without a model: picks the sentences that answer, word for word, or none when none does. Deterministic; no
 * tokens are used, and the usage says so. Does not compute, compare or combine what several sentences say.
 */
export const createExtractiveAnswerer =
  (): Answerer =>
  async ({ question, passages }, signal) => {
    signal.throwIfAborted();
    const analysed = analyseQuestion(question);
    const candidates = candidateSentences(passages);
    const scored = scoreCandidates(
      analysed,
      candidates,
      passages.map((passage) => passage.score),
    );
    return { statements: chooseStatements(analysed, scored), usage: { tokensIn: 0, tokensOut: 0 } };
  };
