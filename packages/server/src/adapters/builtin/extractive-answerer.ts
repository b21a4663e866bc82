import type { Answerer } from "../../answering/answerer.ts";
import type { JudgingEncoder } from "../../models/built-in-encoder.ts";
import { noTokens } from "../../models/usage.ts";
import { comparedStatements } from "./compare-documents.ts";
import { createFindAnswer } from "./find-answer.ts";
import { overviewStatements } from "./overview-statements.ts";
import { separatorAfter } from "./separator-after.ts";

/**
 * Answers without a model. It picks the sentences that answer, word for word, or none. It is deterministic and uses no
 * tokens. `encoder`: which one compares for it; default: that of English.
 */
export function createExtractiveAnswerer(encoder?: JudgingEncoder): Answerer {
  const findAnswer = createFindAnswer(encoder);
  return async function* (request, signal) {
    const { passages, overview, compares } = request;
    if (overview || compares) {
      yield* compares ? comparedStatements(passages) : overviewStatements(passages);
      yield { type: "usage", usage: noTokens };
      return;
    }
    const { statements, isSure, needsReasoning, more, nearest } = await findAnswer(request, signal);
    if (needsReasoning) yield { type: "declined", reason: "reasoning" };
    let before: string | undefined;
    const given = isSure && !needsReasoning ? statements : [];
    for (const statement of given) {
      if (before !== undefined) yield { type: "delta", text: separatorAfter(before) };
      yield { type: "statement", statement };
      before = statement.text;
    }
    if (given.length > 0 && more > 0) yield { type: "more", items: more };
    if (given.length === 0 && !needsReasoning && nearest.length > 0)
      yield { type: "nearest", sentences: nearest };
    yield { type: "usage", usage: noTokens };
  };
}
