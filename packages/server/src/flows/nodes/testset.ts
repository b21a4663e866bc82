import type { ExpectedAnswer, OutputQuery } from "../flow/node-output.ts";
import { NodeError, type NodeKind } from "../node/node-kind.ts";

const maxQuestions = 1_000;

/** Asks a set of questions, each with what its answer should say and be drawn from. */
export const createTestsetNode = (): NodeKind => ({
  type: "testset",
  version: 1,
  needs: [],
  takes: [],
  gives: "queries",
  readsQuery: false,
  run: async ({ node }) => {
    const questions = node.config.questions ?? [];
    if (!Array.isArray(questions)) throw new NodeError("questions must be a list");
    if (questions.length > maxQuestions)
      throw new NodeError(
        `questions has ${questions.length} questions: ${maxQuestions} at most can be asked`,
      );
    const queries = questions.map((question, at) => queryOf(question, at, node.id));
    return { output: { kind: "queries", queries }, counts: { total_questions: queries.length } };
  },
});

function queryOf(given: unknown, at: number, nodeId: string): OutputQuery {
  const fields = (typeof given === "string" ? { question: given } : (given ?? {})) as Record<string, unknown>;
  const { question } = fields;
  if (typeof question !== "string" || question.trim() === "")
    throw new NodeError(`questions[${at}].question must be a text`);
  const expected = expectedOf(fields, at);
  return {
    id: `${nodeId}/${at + 1}`,
    text: question,
    ...(Object.keys(expected).length > 0 && { expected }),
  };
}

function expectedOf({ answer, sources, passages }: Record<string, unknown>, at: number): ExpectedAnswer {
  if (answer !== undefined && answer !== null && typeof answer !== "string")
    throw new NodeError(`questions[${at}].answer must be a text`);
  const lists = { sources: textsIn(sources, "sources", at), passages: textsIn(passages, "passages", at) };
  return {
    ...(typeof answer === "string" && answer.trim() !== "" && { answer }),
    ...(lists.sources.length > 0 && { sources: lists.sources }),
    ...(lists.passages.length > 0 && { passages: lists.passages }),
  };
}

function textsIn(value: unknown, name: string, at: number): string[] {
  if (value === undefined || value === null) return [];
  const isRight = Array.isArray(value) && value.every((text) => typeof text === "string");
  if (!isRight) throw new NodeError(`questions[${at}].${name} must be a list of texts`);
  return value.filter((text) => text.trim() !== "");
}
