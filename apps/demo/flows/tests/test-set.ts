import type { RunCase } from "@headwater/spec";
import type { Graph, GraphNode, NodeConfig } from "../graph/graph.ts";

type Question = { question: string; answer?: string; sources?: string[]; passages?: string[] };

/** The test set that the evaluation of a graph judges: the first one. */
export const testSetOf = ({ nodes }: Graph): GraphNode | undefined =>
  nodes.find(({ type }) => type === "testset");

/** Whether a simulation of the graph judges anything. */
export const isTested = ({ nodes }: Graph): boolean =>
  nodes.some(({ type }) => type === "evaluation") && nodes.some(({ type }) => type === "testset");

const questionsOf = ({ questions }: NodeConfig): Question[] =>
  (Array.isArray(questions) ? questions : []).map((each: unknown) =>
    typeof each === "string" ? { question: each } : (each as Question),
  );

/** The settings of a test set in which a question expects what came for it now: its answer, else its first source. */
export const expectNow = (config: NodeConfig, { question, answer, passages }: RunCase): NodeConfig => ({
  ...config,
  questions: questionsOf(config).map((each) => {
    if (each.question !== question) return each;
    const source = passages[0]?.source;
    if (answer !== null) return { ...each, answer };
    return source ? { question, sources: [source] } : each;
  }),
});
