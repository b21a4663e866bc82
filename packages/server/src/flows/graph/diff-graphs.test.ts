import { expect, test } from "vitest";
import type { FlowGraph, FlowNode } from "../flow/flow.ts";
import { diffGraphs, diffText, movedNodes } from "./diff-graphs.ts";
import { readGraph } from "./read-graph.ts";

const graph = (change: (graph: FlowGraph) => void = () => {}): FlowGraph => {
  const read = readGraph({
    nodes: [
      { id: "dataset", type: "dataset", data: { config: { files: ["a.pdf"] } } },
      { id: "rag", type: "smart-rag", data: { config: { topK: 5 } } },
    ],
    edges: [{ source: "dataset", target: "rag" }],
  });
  change(read);
  return read;
};
const diff = (change: (graph: FlowGraph) => void) => diffGraphs(graph(), graph(change));

test("a graph and itself, also in another order, have no difference", () => {
  expect(diff((after) => after.nodes.reverse())).toEqual([]);
});

test("where nodes stand is no difference, and is counted apart", () => {
  const moved = graph(({ nodes: [dataset] }) => {
    if (dataset) dataset.position = { x: 9, y: 9 };
  });
  expect(diffGraphs(graph(), moved)).toEqual([]);
  expect([movedNodes(graph(), moved), movedNodes(graph(), graph())]).toEqual([1, 0]);
});

test("each kind of change is told by its path, and as a line", () => {
  const changes = diff(({ nodes, edges }) => {
    const [dataset, rag] = nodes;
    if (dataset) dataset.config = { files: ["a.pdf", "b.pdf"] };
    if (rag) Object.assign(rag, { name: "Search", position: { x: 1, y: 2 }, config: {} });
    nodes.push({ ...(rag as FlowNode), id: "response", type: "response", name: "Response", config: {} });
    edges.push({ source: "rag", target: "response" });
  });
  expect(changes).toContainEqual({
    path: "nodes[rag].name",
    kind: "changed",
    before: "Smart RAG",
    after: "Search",
  });
  expect(diffText(changes)).toBe(
    [
      '~ nodes[dataset].config.files: ["a.pdf"] → ["a.pdf","b.pdf"]',
      '~ nodes[rag].name: "Smart RAG" → "Search"',
      "- nodes[rag].config.topK: 5",
      '+ nodes[response]: {"type":"response","name":"Response","config":{}}',
      "+ edges[rag → response]",
    ].join("\n"),
  );
});

test("the other way round everything is the other way round", () => {
  const after = graph(({ nodes }) => nodes.pop());
  expect(diffGraphs(graph(), after)).toMatchObject([
    { path: "nodes[rag]", kind: "removed", before: { config: { topK: 5 } } },
  ]);
  expect(diffGraphs(after, graph())).toMatchObject([
    { path: "nodes[rag]", kind: "added", after: { config: { topK: 5 } } },
  ]);
});

test("a long value is shortened in the text, not in the data", () => {
  const changes = diff(({ nodes: [dataset] }) => {
    if (dataset) dataset.config = { files: Array(1_000).fill("name.pdf") };
  });
  expect(diffText(changes).length).toBeLessThan(300);
  expect(changes).toMatchObject([{ after: { length: 1_000 } }]);
});

test("fields that every object has count only when they are there", () => {
  const [change] = diff(({ nodes: [, rag] }) => {
    if (rag) rag.config = { topK: 5, constructor: 1 };
  });
  expect(change).toEqual({ path: "nodes[rag].config.constructor", kind: "added", after: 1 });
});
