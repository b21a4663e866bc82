import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { passageListsOf } from "../input-passages.ts";
import { answerRelevance, faithfulness } from "../measures/answer-measures.ts";
import { expectedRanks, type ReadPassage } from "../measures/expected-ranks.ts";
import { ndcg, precision, recall, relevance } from "../measures/retrieval-measures.ts";
import { NodeError, type NodeKind } from "../node-kind.ts";
import type { ExpectedAnswer, NodeOutput, OutputAnswer, OutputPassage, OutputScore } from "../node-output.ts";
import { findChunks, textOfPassage } from "../passage-texts.ts";

const measureNames = [
  "relevance",
  "precision",
  "recall",
  "ndcg",
  "answer_relevance",
  "faithfulness",
] as const;
type MeasureName = (typeof measureNames)[number];

export type EvaluationNodeDependencies = { chunks: Pick<ChunkStore, "findActive"> };

/**
 * Scores each question by what was found and answered, each measure 0..1, null where it can't be told. It is free: words
 * and rules, no model. A measure's own file says what it means.
 */
export const createEvaluationNode = ({ chunks }: EvaluationNodeDependencies): NodeKind => ({
  type: "evaluation",
  version: 1,
  needs: [["passages", "answers"]],
  takes: ["queries"],
  gives: "scores",
  readsQuery: false,
  run: async ({ node, projectId, inputs, signal }) => {
    const wanted = measuresIn(node.config.measures);
    const scores: OutputScore[] = [];
    for (const question of questionsOf(inputs)) {
      signal.throwIfAborted();
      const measured = await measure(chunks, projectId, question);
      const measures = Object.fromEntries(wanted.map((name) => [name, measured[name]]));
      scores.push({ id: question.id, question: question.text, measures });
    }
    return {
      output: { kind: "scores", scores },
      counts: { total_questions: scores.length, ...averages(scores, wanted) },
    };
  },
});

function measuresIn(value: unknown): readonly MeasureName[] {
  if (value === undefined || value === null) return measureNames;
  const isRight = Array.isArray(value) && value.every((name) => measureNames.includes(name));
  if (!isRight) throw new NodeError(`measures must be a list of ${measureNames.join(", ")}`);
  return value.length === 0 ? measureNames : measureNames.filter((name) => value.includes(name));
}

/** What there is of one question. `passages` and `answer` are null where no node gave any for it. */
type Question = {
  id: string;
  text: string;
  expected?: ExpectedAnswer | undefined;
  passages: OutputPassage[] | null;
  answer: OutputAnswer | null;
};

function questionsOf(inputs: NodeOutput[]): Question[] {
  const questions = new Map<string, Question>();
  const add = (id: string, text: string, more: Partial<Question>): void => {
    const before: Question = questions.get(id) ?? { id, text, passages: null, answer: null };
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

async function measure(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  { text, expected, passages, answer }: Question,
): Promise<Record<MeasureName, number | null>> {
  const ids = [...(passages ?? []).flatMap(({ chunkIds }) => chunkIds), ...(answer?.chunkIds ?? [])];
  const found = await findChunks(chunks, projectId, ids);
  const asRead = (each: { text: string; title: string; fileName: string }): ReadPassage => ({
    text: each.text,
    title: each.title,
    fileName: each.fileName,
  });
  const evidence = (answer?.chunkIds ?? []).flatMap((id) => found.get(id) ?? []).map(asRead);
  const retrieved = passages
    ? passages.flatMap((passage) => {
        const read = textOfPassage(passage, found);
        return read ? [asRead({ ...read.chunk, text: read.text })] : [];
      })
    : evidence;
  const ranks = expectedRanks(retrieved, expected);
  return {
    relevance: relevance(text, retrieved),
    precision: ranks && precision(ranks),
    recall: ranks && recall(ranks),
    ndcg: ranks && ndcg(ranks),
    answer_relevance: answer && answerRelevance(text, answer.text, expected?.answer),
    faithfulness: answer && faithfulness(answer.text, evidence),
  };
}

/** The mean of each measure over the questions that have it. */
const averages = (scores: OutputScore[], names: readonly MeasureName[]): Record<string, number | null> =>
  Object.fromEntries(
    names.map((name) => {
      const told = scores.flatMap(({ measures }) => measures[name] ?? []);
      return [name, told.length === 0 ? null : told.reduce((sum, each) => sum + each, 0) / told.length];
    }),
  );
