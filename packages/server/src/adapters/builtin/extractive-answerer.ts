import type { Answerer } from "../../answering/answerer.ts";
import { noTokens } from "../../models/usage.ts";
import { createTermReader } from "../../text/term-reader.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { chooseStatements } from "./choose-statements.ts";
import { analyseQuestion } from "./question.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { createWordRelations } from "./word-relations.ts";

/**
 * Answers without a model. It picks the sentences that answer, word for word, or none. It is deterministic and uses no
 * tokens. It does not compute, compare or combine sentences.
 */
export function createExtractiveAnswerer(): Answerer {
  const read = createTermReader();
  const relations = createWordRelations();
  return async function* ({ question, passages }, signal) {
    signal.throwIfAborted();
    const analysed = analyseQuestion(question);
    const candidates = candidateSentences(passages, read);
    signal.throwIfAborted();
    const scored = scoreCandidates(
      analysed,
      candidates,
      passages.map((passage) => passage.score),
      relations,
    );
    let before: string | undefined;
    for (const statement of chooseStatements(analysed, scored)) {
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
