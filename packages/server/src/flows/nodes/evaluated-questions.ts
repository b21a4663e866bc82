import type { ExpectedAnswer, NodeOutput, OutputAnswer, OutputPassage } from "../flow/node-output.ts";
import { passageListsOf } from "../node/input-passages.ts";

/** What there is of one question. `passages` and `answer` are null where no node gave any for it. */
export type EvaluatedQuestion = {
  id: string;
  text: string;
  expected?: ExpectedAnswer | undefined;
  passages: OutputPassage[] | null;
  answer: OutputAnswer | null;
};

/** The questions that nodes asked, each with what was found and answered for it. */
export function evaluatedQuestions(inputs: NodeOutput[]): EvaluatedQuestion[] {
  const questions = new Map<string, EvaluatedQuestion>();
  const add = (id: string, text: string, more: Partial<EvaluatedQuestion>): void => {
    const before: EvaluatedQuestion = questions.get(id) ?? { id, text, passages: null, answer: null };
    questions.set(id, { ...before, ...more, expected: more.expected ?? before.expected });
  };
  for (const { query, passages } of passageListsOf(inputs))
    add(query.id, query.text, { expected: query.expected, passages });
  for (const input of inputs) {
    if (input.kind === "answers")
      for (const answer of input.answers)
        add(answer.id, answer.question, { expected: answer.expected, answer });
    // A question of the test set that nothing came of is a failure, too.
    if (input.kind === "queries")
      for (const { id, text, expected } of input.queries) add(id, text, { expected });
  }
  return [...questions.values()];
}
