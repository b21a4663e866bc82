import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { findChunks, textOfPassage } from "../evidence/passage-texts.ts";
import type { OutputScore } from "../flow/node-output.ts";
import { answerRelevance, faithfulness } from "../measures/answer-measures.ts";
import { casePasses } from "../measures/case-passes.ts";
import { expectedRanks, type ReadPassage } from "../measures/expected-ranks.ts";
import { ndcg, precision, recall, relevance } from "../measures/retrieval-measures.ts";
import { NodeError, type NodeKind } from "../node/node-kind.ts";
import { type EvaluatedQuestion, evaluatedQuestions } from "./evaluated-questions.ts";

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
 * Scores each question by what was found and answered, each measure 0..1, null where it is not known. It is free: words
 * and rules, no model. A measure's own file says what it means.
 */
export const createEvaluationNode = ({ chunks }: EvaluationNodeDependencies): NodeKind => ({
  type: "evaluation",
  version: 2,
  isKeptByRuns: true,
  needs: [["passages", "answers"]],
  takes: ["queries"],
  gives: "scores",
  readsQuery: false,
  run: async ({ node, projectId, inputs, signal }) => {
    const wanted = measuresIn(node.config.measures);
    const scores: OutputScore[] = [];
    for (const question of evaluatedQuestions(inputs)) {
      signal.throwIfAborted();
      const { passes, ...measured } = await measure(chunks, projectId, question);
      const measures = Object.fromEntries(wanted.map((name) => [name, measured[name]]));
      scores.push({ id: question.id, question: question.text, passes, measures });
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

async function measure(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  { text, expected, passages, answer }: EvaluatedQuestion,
): Promise<Record<MeasureName, number | null> & { passes: boolean | null }> {
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
    passes: casePasses({ question: text, passages: retrieved, answer: answer?.text ?? null }, expected),
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
