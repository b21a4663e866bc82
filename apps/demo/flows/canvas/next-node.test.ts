import { expect, it } from "vitest";
import { addNode, connect, moveNode } from "../graph/commands.ts";
import type { Graph } from "../graph/graph.ts";
import { nextNode } from "./next-node.ts";

/** Two datasets feed a chunking node, which feeds two searches: `s` stands above `g`. */
function graph(): Graph {
  let graph: Graph = { nodes: [], edges: [] };
  for (const [type, id, x, y] of [
    ["graph-rag", "g", 400, 300],
    ["smart-rag", "s", 400, 0],
    ["chunking", "c", 200, 100],
    ["dataset", "d", 0, 0],
    ["dataset", "e", 0, 200],
  ] as const)
    graph = moveNode(addNode(graph, type, id), id, { x, y });
  for (const [source, target] of ["dc", "ec", "cg", "cs"]) graph = connect(graph, source ?? "", target ?? "");
  return graph;
}

it("follows edges to the right and left, the highest first", () => {
  expect(nextNode(graph(), undefined, "ArrowRight")).toBe("d");
  expect(nextNode(graph(), "d", "ArrowRight")).toBe("c");
  expect(nextNode(graph(), "c", "ArrowRight")).toBe("s");
  expect(nextNode(graph(), "c", "ArrowLeft")).toBe("d");
  expect(nextNode(graph(), "s", "ArrowRight")).toBeUndefined();
});

it("goes up and down among the nodes that stand beside each other", () => {
  expect(nextNode(graph(), "s", "ArrowDown")).toBe("g");
  expect(nextNode(graph(), "g", "ArrowUp")).toBe("s");
  expect(nextNode(graph(), "s", "ArrowUp")).toBeUndefined();
  expect(nextNode(graph(), "d", "ArrowDown")).toBe("e");
});

it("goes to the first dataset with Home, and to the last node with End", () => {
  expect(nextNode(graph(), "g", "Home")).toBe("d");
  expect(nextNode(graph(), "d", "End")).toBe("s");
});
