import { expect, test } from "vitest";
import type { FlowGraph, FlowNodeType } from "../flow/flow.ts";
import { unfedNode, unfedNodes, unfedText } from "./unfed-node.ts";

/** Nodes with their types as ids, joined by pairs as in `dataset>retrieval`. */
const graphOf = (types: FlowNodeType[], ...pairs: string[]): FlowGraph => ({
  nodes: types.map((type) => ({
    ...{ id: type, type, name: type, config: {} },
    ...{ position: { x: 0, y: 0 }, style: { height: 1, width: 1 } },
  })),
  edges: pairs.map((pair) => {
    const [source = "", target = ""] = pair.split(">");
    return { source, target };
  }),
});

test.each([
  ["a row", graphOf(["dataset", "retrieval", "response"], "dataset>retrieval", "retrieval>response")],
  [
    "questions beside a dataset",
    graphOf(
      ["response", "llm", "smart-rag", "question", "dataset"],
      ...["question>smart-rag", "dataset>smart-rag", "question>llm", "smart-rag>llm", "llm>response"],
    ),
  ],
  [
    "a node that the response does not need",
    graphOf(["dataset", "smart-rag", "response", "reranking"], "dataset>smart-rag", "smart-rag>response"),
  ],
  ["no response at all", graphOf(["reranking"])],
])("what is reached from a dataset can answer: %s", (_, graph) => {
  expect(unfedNode(graph)).toBeNull();
});

test.each([
  [
    "nothing comes into the response",
    graphOf(["dataset", "smart-rag", "response"], "dataset>smart-rag"),
    "graph.nodes[2] 'response' gets nothing from a dataset, so the flow can't answer. Join one of these to it: retrieval, smart-rag, graph-rag, raptor-rag, reranking, llm, evaluation",
  ],
  [
    "the first node of the row lost its dataset",
    graphOf(["response", "reranking", "retrieval", "dataset"], "retrieval>reranking", "reranking>response"),
    "graph.nodes[2] 'retrieval' gets nothing from a dataset, so the flow can't answer. Join one of these to it: dataset, chunking",
  ],
  [
    "only questions come in",
    graphOf(["question", "llm", "response"], "question>llm", "llm>response"),
    "graph.nodes[1] 'llm' gets nothing",
  ],
  [
    "one of two ways is cut",
    graphOf(
      ["dataset", "smart-rag", "retrieval", "response"],
      ...["dataset>smart-rag", "smart-rag>response", "retrieval>response"],
    ),
    "graph.nodes[2] 'retrieval' gets nothing",
  ],
])("refused with the node and the way out: %s", (_, graph, message) => {
  expect(unfedNode(graph)).toContain(message);
});

test("a node beside the way to the response is told, though the flow answers without it", () => {
  const graph = graphOf(
    ["dataset", "smart-rag", "response", "question", "raptor-rag"],
    ...["dataset>smart-rag", "smart-rag>response", "question>raptor-rag"],
  );
  expect(unfedNodes(graph).map((node) => [node.id, node.index, unfedText(node)])).toEqual([
    ["raptor-rag", 4, "gets nothing from a dataset. Join one of these to it: dataset, chunking"],
  ]);
});
