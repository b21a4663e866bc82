import { limits } from "@headwater/spec";
import { describe, expect, it, test } from "vitest";
import { type FlowNodeType, flowNodeTypes } from "../flow/flow.ts";
import { readGraph } from "./read-graph.ts";
import { validateGraph } from "./validate-graph.ts";

const configs: Partial<Record<FlowNodeType, object>> = {
  chunking: { chunkingSplitter: "title" },
  retrieval: { searchType: "hybrid" },
  question: { question: "" },
  testset: { questions: [] },
};
const node = (id: string, type: string = id, config: unknown = configs[type as FlowNodeType] ?? {}) => ({
  id,
  type,
  data: { config },
});
const edges = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [source, target] = pair.split(">");
    return { source, target };
  });
const check = (nodes: unknown[], joined: unknown[] = []) => {
  const graph = readGraph({ nodes, edges: joined });
  validateGraph(graph);
  return graph;
};

describe("a draft may be unfinished", () => {
  it.each([
    ["nothing", [], []],
    ["no response node", [node("dataset")], []],
    ["nodes that are not joined", flowNodeTypes.map((type) => node(type)), []],
    ["two of one type", [node("a", "llm"), node("b", "llm")], []],
    [
      "a whole flow",
      [node("dataset"), node("smart-rag"), node("response")],
      edges("dataset>smart-rag", "smart-rag>response"),
    ],
  ])("%s", (_what, nodes, joined) => {
    expect(check(nodes, joined).nodes).toHaveLength(nodes.length);
  });
});

test("what is left out has a default, and a result is not kept", () => {
  const sent = { ...node("dataset"), data: { config: {}, result: { updated: true } } };
  expect(check([sent, node("b", "llm")])).toEqual({
    nodes: [
      {
        id: "dataset",
        type: "dataset",
        position: { x: 0, y: 0 },
        style: { height: 96, width: 208 },
        name: "Dataset",
        config: {},
      },
      {
        id: "b",
        type: "llm",
        position: { x: 0, y: 144 },
        style: { height: 96, width: 208 },
        name: "LLM",
        config: {},
      },
    ],
    edges: [],
  });
});

const rag = node("rag", "smart-rag");
const many = (count: number) => Array.from({ length: count }, (_, index) => node(`n${index}`, "llm"));

test.each([
  [
    "a cycle",
    [node("a", "reranking"), node("b", "reranking"), node("c", "reranking")],
    edges("a>b", "b>c", "c>a"),
    "graph.edges[2] closes a cycle",
  ],
  [
    "a cycle that a later edge is no part of",
    [node("a", "reranking"), node("b", "reranking"), node("c", "reranking")],
    edges("a>b", "b>a", "b>c"),
    "graph.edges[1] closes a cycle",
  ],
  ["a node joined to itself", [node("a", "reranking")], edges("a>a"), "graph.edges[0] closes a cycle"],
  [
    "a second response node",
    [node("a", "response"), node("b", "response")],
    [],
    "graph.nodes[1] is a second response node, and a flow has one",
  ],
  [
    "ports that don't fit",
    [node("dataset"), node("llm")],
    edges("dataset>llm"),
    "graph.edges[0] does not fit: dataset can't go into llm. It goes into chunking, retrieval, smart-rag, graph-rag, raptor-rag",
  ],
  [
    "something after the response",
    [node("response"), node("llm")],
    edges("response>llm"),
    "graph.edges[0] does not fit: response can't go into llm. Nothing comes after it",
  ],
  ["the same id", [node("a", "llm"), node("a", "dataset")], [], "graph.nodes[1].id 'a' is there twice"],
  ["the same edge", [rag, node("llm")], edges("rag>llm", "rag>llm"), "graph.edges[1] is there twice"],
  ["an edge from nowhere", [rag], edges("x>rag"), "graph.edges[0].source 'x' is not the id of a node"],
  ["an edge to nowhere", [rag], edges("rag>x"), "graph.edges[0].target 'x' is not the id of a node"],
  [
    "an unknown type",
    [node("a", "agent")],
    [],
    `graph.nodes[0].type must be one of ${flowNodeTypes.join(", ")}`,
  ],
  ["no id", [{ type: "llm" }], [], "graph.nodes[0].id is required"],
  [
    "an id that is no name",
    [node("__proto__", "llm")],
    [],
    "graph.nodes[0].id must be a name without control characters or spaces around it",
  ],
  [
    "an unknown field of a node",
    [{ ...rag, color: "red" }],
    [],
    "graph.nodes[0].color is unknown. Known are id, type, position, style, data",
  ],
  [
    "an unknown field of an edge",
    [rag],
    [{ source: "rag", target: "rag", id: "e" }],
    "graph.edges[0].id is unknown. Known are source, target",
  ],
  [
    "an unknown configuration",
    [node("rag", "smart-rag", { topk: 5 })],
    [],
    "graph.nodes[0].config.topk is unknown. Known are topK",
  ],
  [
    "a configuration where there is none",
    [node("response", "response", { a: 1 })],
    [],
    "graph.nodes[0].config.a is unknown. This node has no configuration",
  ],
  [
    "a value out of range",
    [node("dataset"), rag, node("x", "smart-rag", { topK: 0 })],
    [],
    "graph.nodes[2].config.topK must be a positive integer",
  ],
  ["a missing value", [node("c", "chunking", {})], [], "graph.nodes[0].config.chunkingSplitter is required"],
  [
    "a question without words",
    [node("t", "testset", { questions: [{ question: "" }] })],
    [],
    "graph.nodes[0].config.questions must be a list of at most 1000 {question, answer?, sources?, passages?}",
  ],
  [
    "an unknown field of a question",
    [node("t", "testset", { questions: [{ question: "a", toString: 1 }] })],
    [],
    "graph.nodes[0].config.questions must be a list of at most 1000 {question, answer?, sources?, passages?}",
  ],
  ["no configuration", [node("rag", "smart-rag", 7)], [], "graph.nodes[0].config must be an object"],
  [
    "a place that is none",
    [{ ...rag, position: { x: 1, y: "2" } }],
    [],
    "graph.nodes[0].position.y must be a number",
  ],
  [
    "a size that is none",
    [{ ...rag, style: { height: 0, width: 5 } }],
    [],
    "graph.nodes[0].style.height must be a number",
  ],
  [
    "too many nodes",
    many(limits.maxGraphNodes + 1),
    [],
    "graph.nodes has 501 nodes, and at most 500 are allowed",
  ],
  [
    "too many edges",
    [rag],
    Array(limits.maxGraphEdges + 1).fill({}),
    "graph.edges has 2001 edges, and at most 2000 are allowed",
  ],
  [
    "too many bytes",
    [node("q", "question", { question: "ü".repeat(600_000) })],
    [],
    "graph must not be larger than 1 MB",
  ],
])("%s is refused with its path", (_what, nodes, joined, message) => {
  expect(() => check(nodes, joined)).toThrow(expect.objectContaining({ status: 400, message }));
});

test("the largest graph is read", () => {
  const nodes = many(limits.maxGraphNodes).map((each) => ({ ...each, type: "reranking" }));
  const chain = nodes.slice(1).map(({ id }, index) => ({ source: `n${index}`, target: id }));
  expect(check(nodes, chain).edges).toHaveLength(499);
});
