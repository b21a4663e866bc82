import type { Answerer } from "../../answering/answerer.ts";
import { noTokens } from "../../models/usage.ts";
import { createFindAnswer, minConfidence } from "./find-answer.ts";
import { overviewStatements } from "./overview-statements.ts";
import { separatorAfter } from "./separator-after.ts";

/**
 * Answers without a model. It picks the sentences that answer, word for word, or none. It is deterministic and uses no
 * tokens.
 */
export function createExtractiveAnswerer(): Answerer {
  const findAnswer = createFindAnswer();
  return async function* ({ question, asked, passages, overview }, signal) {
    if (overview) {
      yield* overviewStatements(passages);
      yield { type: "usage", usage: noTokens };
      return;
    }
    const { statements, confidence, needsReasoning } = findAnswer(question, passages, signal, asked);
    if (needsReasoning) yield { type: "declined", reason: "reasoning" };
    let before: string | undefined;
    for (const statement of confidence >= minConfidence && !needsReasoning ? statements : []) {
      if (before !== undefined) yield { type: "delta", text: separatorAfter(before) };
      yield { type: "statement", statement };
      before = statement.text;
    }
    yield { type: "usage", usage: noTokens };
  };
}
