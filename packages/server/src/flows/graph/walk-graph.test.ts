import { expect, test } from "vitest";
import type { FlowGraph } from "../flow/flow.ts";
import { downstreamOf, inOrder, sourcesOf, upstreamOf } from "./walk-graph.ts";

const graphOf = (ids: string, ...pairs: string[]): FlowGraph => ({
  nodes: [...ids].map((id) => ({
    ...{ id, type: "llm", name: id, config: {} },
    ...{ position: { x: 0, y: 0 }, style: { height: 1, width: 1 } },
  })),
  edges: pairs.map((pair) => ({ source: pair[0] as string, target: pair[1] as string })),
});
const orderOf = (graph: FlowGraph) =>
  inOrder(graph)
    ?.map(({ id }) => id)
    .join("") ?? null;

test.each([
  ["a row, listed backwards", graphOf("cba", "ab", "bc"), "abc"],
  ["a node with two inputs comes after both", graphOf("dcba", "ab", "ac", "bd", "cd"), "abcd"],
  ["two edges between the same nodes count as one step", graphOf("ba", "ab", "ab"), "ab"],
  ["nodes that are not joined keep their places", graphOf("xyz"), "xyz"],
  ["no node at all", graphOf(""), ""],
  ["an edge to a node that is not there changes nothing", graphOf("ab", "az", "ab"), "ab"],
  ["a cycle has no order", graphOf("abc", "ab", "bc", "cb"), null],
])("%s", (_, graph, expected) => {
  expect(orderOf(graph)).toBe(expected);
});

const diamond = graphOf("abcdx", "ab", "ac", "bd", "cd");

test("what lies before and after a node, itself included", () => {
  expect([...downstreamOf(diamond, "b")].sort()).toEqual(["b", "d"]);
  expect([...downstreamOf(diamond, "a")].sort()).toEqual(["a", "b", "c", "d"]);
  expect([...upstreamOf(diamond, "d")].sort()).toEqual(["a", "b", "c", "d"]);
  expect([...upstreamOf(diamond, "x")]).toEqual(["x"]);
});

test("inputs come in the order of their edges", () => {
  expect(sourcesOf(diamond, "d")).toEqual(["b", "c"]);
  expect(sourcesOf({ ...diamond, edges: diamond.edges.toReversed() }, "d")).toEqual(["c", "b"]);
});
