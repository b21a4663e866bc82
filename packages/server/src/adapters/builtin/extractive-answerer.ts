import type { Answerer } from "../../answering/answerer.ts";
import { noTokens } from "../../models/usage.ts";
import { createFindAnswer, minConfidence } from "./find-answer.ts";

/**
 * Answers without a model. It picks the sentences that answer, word for word, or none. It is deterministic and uses no
 * tokens.
 */
export function createExtractiveAnswerer(): Answerer {
  const findAnswer = createFindAnswer();
  return async function* ({ question, passages }, signal) {
    const { statements, confidence } = findAnswer(question, passages, signal);
    let before: string | undefined;
    for (const statement of confidence >= minConfidence ? statements : []) {
      if (before !== undefined) yield { type: "delta", text: separatorAfter(before) };
      yield { type: "statement", statement };
      before = statement.text;
    }
    yield { type: "usage", usage: noTokens };
  };
}

/** Statements that are not sentences, such as table rows, get lines of their own. */
const separatorAfter = (statement: string): string =>
  /[.!?…。！？]["”’»)\]]*$/u.test(statement) ? " " : "\n";
