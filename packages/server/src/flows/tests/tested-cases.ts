import type { FlowGraph, NodeId } from "../flow/flow.ts";
import type { FlowRun, NodeRecord, TestedCase } from "../flow/flow-store.ts";
import { sourcesOf } from "../graph/walk-graph.ts";
import { evaluatedQuestions } from "../nodes/evaluated-questions.ts";

/** What the first evaluation node of a graph said in a run, and of what; empty when none ran. */
export function testedIn(
  graph: FlowGraph,
  records: ReadonlyMap<NodeId, NodeRecord>,
): Pick<FlowRun, "tests" | "cases"> {
  const node = graph.nodes.find(({ type }) => type === "evaluation");
  const record = node && records.get(node.id);
  if (record?.output?.kind !== "scores") return {};
  const inputs = sourcesOf(graph, node?.id ?? "").flatMap((id) => records.get(id)?.output ?? []);
  const asked = new Map(evaluatedQuestions(inputs).map((question) => [question.id, question]));
  const cases = record.output.scores.map(({ id, question, passes = null, measures }): TestedCase => {
    const { expected, passages, answer } = asked.get(id) ?? {};
    const evidence = (answer?.chunkIds ?? []).map((chunkId) => ({
      id: chunkId,
      chunkIds: [chunkId],
      score: 0,
    }));
    return {
      ...{ id, question, passes, measures },
      ...(expected && { expected }),
      passages: passages ?? evidence,
      answer: answer?.text ?? null,
    };
  });
  const { total_questions: _, ...means } = record.counts;
  return {
    cases,
    tests: {
      questions: cases.length,
      passed: cases.filter(({ passes }) => passes === true).length,
      judged: cases.filter(({ passes }) => passes !== null).length,
      measures: numbersIn(means, (value) => typeof value === "number" || value === null) as Record<
        string,
        number | null
      >,
      needed: numbersIn(
        (node?.config.needed ?? {}) as Record<string, unknown>,
        (value) => typeof value === "number",
      ) as Record<string, number>,
    },
  };
}

const numbersIn = (values: Record<string, unknown>, isRight: (value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isRight(value)));
